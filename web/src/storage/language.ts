/** The language that was chosen: for this device, and for the server, which answers before there is a client to speak. */
const KEY = "lang";

export const chosenLanguage = (): string | null => localStorage.getItem(KEY);

export function keepLanguage(chosen: string): void {
  localStorage.setItem(KEY, chosen);
  document.cookie = `${KEY}=${chosen}; path=/; max-age=31536000; samesite=lax`;
}
