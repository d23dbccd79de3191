/**
 * The client on this device: a worker keeps its files, so that it starts without a network, and
 * says when the server has a newer one. Until the person reloads, the old one goes on as it is.
 */
let waiting = $state.raw<ServiceWorker | undefined>();
let connected = $state(navigator.onLine);
const HOUR = 60 * 60 * 1000;

/** Whether a newer client is ready. */
export const newVersion = (): boolean => waiting !== undefined;

/** Whether the device has a network at all. */
export const online = (): boolean => connected;

addEventListener("online", () => (connected = true));
addEventListener("offline", () => (connected = false));

export async function keepShell(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // What the page itself needs comes first.
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  const registration = await workers.register("/sw.js").catch(() => undefined);
  if (!registration) return;
  const look = () => {
    if (registration.waiting && workers.controller) waiting = registration.waiting;
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  const ask = () => void registration.update().catch(() => undefined);
  setInterval(ask, HOUR);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
}

/** Change to the newer client. */
export function renew(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting?.postMessage("take over");
}
