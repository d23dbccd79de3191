/** Names made fit for a record, as the server does it. */

const LONGEST = 24;
/** What somebody is called who says no name; the pages translate it. */
const NOBODY = "Guest";

/** One line of visible letters. */
function clean(name: string): string {
  const shown = name
    .normalize("NFC")
    .replace(/\p{Z}/gu, " ")
    .replace(/\p{C}/gu, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/ +/g, " ");
  return [...shown.trim()].slice(0, LONGEST).join("").trim();
}

/** The name, with a number behind it where somebody here has it already. */
function unlike(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  let tried = name;
  for (let number = 2; known.has(tried.toLowerCase()); number++)
    tried = `${[...name].slice(0, LONGEST - 3).join("")} ${number}`;
  return tried;
}

/** Names for all the seats, no two alike. */
export const fitNames = (names: readonly string[]): string[] =>
  names.reduce<string[]>((taken, name) => [...taken, unlike(clean(name) || NOBODY, taken)], []);
