/* The worker that keeps the client on the device. The build fills in the version and the files. */
const SHELL = "shell-__VERSION__";
const FILES = __FILES__;
/** Answered by the server itself, always. */
const SERVER = /^\/(api|s|verify|healthz|readyz|metrics)(\/|$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("shell-") && name !== SHELL;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

/** Somebody is called back to a table: the tag of the notice is its id. */
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  const path = `/t/${notification.tag}`;
  notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});

/** Pages and files of this version from the device; everything else from the network. */
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || SERVER.test(pathname)) return;
  const wanted = mode === "navigate" ? "/index.html" : pathname;
  event.respondWith(
    caches
      .open(SHELL)
      .then((cache) => cache.match(wanted))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
