/** The games of this device for the pages that list, replay and check games; all others come from the server. */
import { lineOf } from "../local/line";
import { recordOf as recordThere } from "../protocol/api";
import type { ReplayView, TableLine } from "../protocol/wire";
import { allGames, isOnDevice } from "../storage/games";

const lines = async (over: boolean): Promise<TableLine[]> =>
  (await allGames()).filter(({ summary }) => summary.over === over).map(lineOf);

/** The latest first. */
export const hereRunning = (): Promise<TableLine[]> => lines(false);
export const hereOver = (): Promise<TableLine[]> => lines(true);

const local = () => import("../local/replay");

export const replayHere = async (table: string): Promise<ReplayView> => (await local()).replayHere(table);

/** The record of a table as text, wherever the game is kept. */
export const recordOf = async (table: string): Promise<string> =>
  isOnDevice(table) ? (await local()).recordHere(table) : recordThere(table);
