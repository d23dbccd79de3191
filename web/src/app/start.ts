/** The client itself, once its sentences are there. */
import { mount } from "svelte";
import App from "./App.svelte";
import "../design/base.css";
import { switchOnLamp } from "../design/lamp.svelte";
import { loadLanguage } from "./i18n.svelte";
import { keepShell } from "./shell.svelte";

await loadLanguage();
switchOnLamp(); // before much is there that it would have to light
const target = document.getElementById("app");
target?.replaceChildren(); // the cover
if (target) mount(App, { target });

if (import.meta.env.PROD) void keepShell();
