/** Who comes along: the chosen computer player first, then those nearest in strength, the weaker ones before. */
export function company(level: number, opponents: number): number[] {
  const others = [1, 2, 3, 4, 5, 6].filter((other) => other !== level);
  const near = (other: number): number => Math.abs(other - level) * 2 + Number(other > level);
  return [level, ...others.sort((one, other) => near(one) - near(other)).slice(0, opponents - 1)];
}
