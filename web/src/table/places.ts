/** Who came where: winners first, then by points, those who left last; equals share a place. */
interface Ended {
  score: number;
  left: boolean;
}

export function places(seats: readonly (Ended | null)[], winners: readonly number[]): { n: number; place: number }[] {
  const better = (a: number, b: number): number =>
    Number(winners.includes(b)) - Number(winners.includes(a)) ||
    Number(seats[a]!.left) - Number(seats[b]!.left) ||
    seats[b]!.score - seats[a]!.score;
  const taken = seats.map((_, n) => n).filter((n) => seats[n]);
  return taken.toSorted(better).map((n) => ({ n, place: 1 + taken.filter((other) => better(other, n) < 0).length }));
}
