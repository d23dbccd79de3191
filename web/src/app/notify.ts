/** Tell somebody who looks elsewhere that it is their turn: a badge on the icon, and a notification where it is allowed. */
import { t } from "./i18n.svelte";
import { settings } from "../storage/settings.svelte";

interface Badges {
  setAppBadge?: (count?: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Ask once; the setting stays off where the person or the browser says no. */
export async function allowNotifications(wanted: boolean): Promise<void> {
  settings.notify = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
}

const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration().catch(() => undefined);

/** It is the person's turn, and they do not see it. */
export async function callBack(table: string): Promise<void> {
  const badges = navigator as Badges;
  void badges.setAppBadge?.(1).catch(() => undefined);
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  // Phones show what the worker shows (worker.js), which also brings the person back to the table.
  const notice = { body: t("web.your_turn"), tag: table, icon: "/icon-192.png" };
  await (await worker())?.showNotification("Qwirkle", notice).catch(() => undefined);
}

/** They are here. */
export async function quieten(table: string): Promise<void> {
  void (navigator as Badges).clearAppBadge?.().catch(() => undefined);
  for (const shown of (await (await worker())?.getNotifications({ tag: table })) ?? []) shown.close();
}
