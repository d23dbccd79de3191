import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { loadLanguage } from "./lib/i18n.svelte";
import { keepShell } from "./lib/shell.svelte";
import { fetchAhead } from "./pages";

fetchAhead(location.pathname);
await loadLanguage();
const target = document.getElementById("app");
if (target) mount(App, { target });

if (import.meta.env.PROD) void keepShell();
