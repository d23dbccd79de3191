/** Tell somebody who looks elsewhere that it is their turn: a badge on the icon, and a notification where it is allowed. */
import { t } from "./i18n.svelte";
import { settings } from "../storage/settings.svelte";

interface Badges {
  setAppBadge?: (count?: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

let shown: Notification | undefined;

export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied";

/** Ask once; the setting stays off where the person or the browser says no. */
export async function allowNotifications(wanted: boolean): Promise<void> {
  settings.notify = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
}

/** It is the person's turn, and they do not see it. */
export function callBack(table: string): void {
  const badges = navigator as Badges;
  void badges.setAppBadge?.(1).catch(() => undefined);
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    shown = new Notification("Qwirkle", { body: t("web.your_turn"), tag: table, icon: "/icon-192.png" });
    shown.onclick = () => window.focus();
  } catch {
    // Some phones allow notifications only from a worker; the badge and the title must do.
  }
}

/** They are here. */
export function quieten(): void {
  void (navigator as Badges).clearAppBadge?.().catch(() => undefined);
  shown?.close();
  shown = undefined;
}
