/** Files that a page hands to the person: the browser puts them where it puts downloads. */

/** How long the browser may take to begin, in milliseconds. */
const PATIENCE = 10_000;

export const textFile = (name: string, text: string): File => new File([text], name, { type: "text/plain" });

export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
}
