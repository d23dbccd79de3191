/** A link or a text for somebody else: by the device's own sheet, or through the clipboard. */

/** Offer it to the device's own sheet; whether there is one. Pages without https have none. */
export async function passOn(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  await navigator.share({ title, url }).catch(() => undefined); // closed again: nothing to say
  return true;
}

/** Copy a text; whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Pages without https have no clipboard, but every browser copies what is selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  field.style.position = "fixed"; // or the page would scroll to it
  document.body.append(field);
  field.select();
  // Nothing else is given to plain http, deprecated as it is.
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Select all of an element, for the person to copy it. */
export function select(element: Element): void {
  getSelection()?.selectAllChildren(element);
}
