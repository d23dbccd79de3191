/** The language that was chosen: for this device, and for the server, which answers before there is a client to speak. */
const KEY = "lang";

export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing may not even be asked
  }
}

export function keepLanguage(chosen: string): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // It is chosen for this page.
  }
  document.cookie = `${KEY}=${chosen}; path=/; max-age=31536000; samesite=lax`;
}
