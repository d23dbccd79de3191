/** The arithmetic of the chart of scores. */

interface Made {
  seat: number;
  points: number;
}

/** What everybody had after each move. The bonus at the end comes with the last one. */
export function scoresOver(
  seats: readonly ({ name: string; score: number } | null)[],
  made: readonly Made[],
): { name: string; steps: number[] }[] {
  return seats.map((seat, n) => {
    let sum = 0;
    const steps = [0, ...made.map((move) => (sum += move.seat === n ? move.points : 0))];
    if (made.length) steps[made.length] = seat?.score ?? sum;
    return { name: seat?.name ?? "", steps };
  });
}

/** Round numbers from zero to at least the most, in about that number of steps. */
export function ticks(most: number, about: number): number[] {
  const rough = most / about;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 1;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}

/** Heights moved apart until neighbours have room, in their order from the top. */
export function spread(heights: readonly number[], room: number): number[] {
  const order = heights.map((_, n) => n).sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  for (let n = order.length - 2; n >= 0; n--)
    placed[order[n]!] = Math.min(placed[order[n]!]!, placed[order[n + 1]!]! - room);
  return placed;
}
