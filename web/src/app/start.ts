/** The client itself, once its sentences are there. */
import { mount } from "svelte";
import App from "./App.svelte";
import "../design/base.css";
import { switchOnLamp } from "../design/lamp.svelte";
import { loadLanguage } from "./i18n.svelte";
import { keepShell } from "./shell.svelte";

/** Called and waited for: a module that waits while it is loaded lets others run too early in Safari. */
export async function start(): Promise<void> {
  await loadLanguage();
  switchOnLamp(); // before much is there that it would have to light
  const target = document.getElementById("app")!;
  target.replaceChildren(); // the cover
  mount(App, { target });
  if (import.meta.env.PROD) void keepShell();
}
