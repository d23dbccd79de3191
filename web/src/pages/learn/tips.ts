/** The tips of the four books of the tile game. */
export const TIPS = ["lines", "keep", "five", "count"] as const;
