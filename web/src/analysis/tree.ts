/** What was tried from a position: moves with branches, and where one is. Every change makes another tree. */
import { moveLine, type Move } from "../local/record";
import { linesOf, UNKNOWN, type Position } from "./position";

/** The position itself is no branch: it is 0. */
export const ROOT = 0;
/** As many moves as anybody tries; a link says no more. */
export const MOST_BRANCHES = 200;

export interface Branch {
  id: number;
  /** The branch that it grows from, or the root; it always has a smaller number. */
  parent: number;
  made: Move;
}

export interface Tree {
  root: Position;
  branches: readonly Branch[];
  /** The branch whose end is looked at. */
  at: number;
}

export const planted = (root: Position): Tree => ({ root, branches: [], at: ROOT });

const find = ({ branches }: Tree, id: number): Branch | undefined => branches.find((one) => one.id === id);

export const branchesFrom = ({ branches }: Tree, id: number): Branch[] =>
  branches.filter(({ parent }) => parent === id);

/** The branches from the root to one of them. */
export function pathTo(tree: Tree, id: number): Branch[] {
  const branch = find(tree, id);
  return branch ? [...pathTo(tree, branch.parent), branch] : [];
}

/** The lines of the game up to the end of a branch. */
export const gameAt = (tree: Tree, id: number): string[] => [
  ...linesOf(tree.root),
  ...pathTo(tree, id).map(({ made }) => moveLine(made)),
];

/** Go on with a move: along a branch where it was tried before, else along a new one. */
export function grown(tree: Tree, made: Move): Tree {
  const known = branchesFrom(tree, tree.at).find((one) => one.made.move === made.move);
  if (known) return { ...tree, at: known.id };
  const id = Math.max(ROOT, ...tree.branches.map((one) => one.id)) + 1;
  return { ...tree, branches: [...tree.branches, { id, parent: tree.at, made }], at: id };
}

export const goneTo = (tree: Tree, at: number): Tree => ({ ...tree, at });

/** One move back; the branch stays. */
export const goneBack = (tree: Tree): Tree => goneTo(tree, find(tree, tree.at)?.parent ?? ROOT);

/** Without a branch and all that grows from it. */
export function cut(tree: Tree, id: number): Tree {
  const stays = ({ id: one }: Branch) => !pathTo(tree, one).some((on) => on.id === id);
  const branches = tree.branches.filter(stays);
  const at = branches.some((one) => one.id === tree.at) ? tree.at : (find(tree, id)?.parent ?? ROOT);
  return { ...tree, branches, at };
}

/** The branches as rows: each begins where another one forks, and runs along the first branch of each. */
export function rowsOf(tree: Tree): Branch[][] {
  const rows: Branch[][] = [];
  const follow = (from: Branch): void => {
    const row = [from];
    rows.push(row);
    const forks: Branch[] = [];
    for (let next = branchesFrom(tree, from.id); next.length; next = branchesFrom(tree, row.at(-1)!.id)) {
      forks.unshift(...next.slice(1));
      row.push(next[0]!);
    }
    forks.forEach(follow);
  };
  branchesFrom(tree, ROOT).forEach(follow);
  return rows;
}

/** Everything that nothing grows from: where it ends well, all of it does. */
export const ends = (tree: Tree): number[] => {
  const parents = new Set(tree.branches.map(({ parent }) => parent));
  const last = tree.branches.filter(({ id }) => !parents.has(id)).map(({ id }) => id);
  return last.length ? last : [ROOT];
};

const replaced = (pieces: readonly string[], tile: string): string[] =>
  pieces.map((piece, place) => (place === pieces.indexOf(UNKNOWN) ? tile : piece));

/**
 * Say what one unknown piece of a seat is, where one looks: what it drew last becomes known first, for that can lie
 * nowhere else; what it held from the start comes last.
 */
export function named(tree: Tree, seat: number, tile: string): Tree {
  const drew = pathTo(tree, tree.at)
    .reverse()
    .find(({ made }) => made.seat === seat && made.drawn.includes(UNKNOWN));
  if (!drew) {
    const hands = tree.root.hands.map((hand, at) => (at === seat ? replaced(hand, tile) : hand));
    return { ...tree, root: { ...tree.root, hands } };
  }
  const made = { ...drew.made, drawn: replaced(drew.made.drawn, tile) };
  return { ...tree, branches: tree.branches.map((one) => (one === drew ? { ...one, made } : one)) };
}
