/** The way from one card table to another, a card at a time. */
import { describe, expect, test } from "vitest";
import { tilesOf, type Row } from "../src/cards/cardlayout";
import { wayTo, type Way } from "../src/cards/cardsteps";

const rows = (text: string): string[][] => text.split("|").map((row) => row.trim().split(" "));
const written = ({ base }: Way, table: Row[]): string => table.map((row) => tilesOf(base, row).join(" ")).join(" | ");
const brief = ({ steps }: Way) =>
  steps.map(({ tile, fromHand, begins, feature, captures }) =>
    [tile, fromHand ? "hand" : "table", begins ? "begins" : "joins", feature, ...(captures ? ["six"] : [])].join(" "),
  );

describe("the way to another table", () => {
  test("moves cards of the table first, and then lays those of the hand; the last one captures the row", () => {
    const way = wayTo(
      rows("Bo Bx Bd Bs | Rt Ot Yt Bt | Rc Oc Gc | Yx Gx Px"),
      rows("Rx Yx Gx Px | Rt Ot Yt | Rc Oc Gc | Bo Bx Bd Bs Bt Bc"),
      1,
    );
    expect(brief(way)).toEqual(["Bt table joins B", "Bc hand joins B six", "Rx hand joins x"]);
    expect(way.tables.map((table) => written(way, table))).toEqual([
      "Bo Bx Bd Bs | Rt Ot Yt Bt | Rc Oc Gc | Yx Gx Px",
      "Bo Bx Bd Bs Bt | Rt Ot Yt | Rc Oc Gc | Yx Gx Px",
      "Bo Bx Bd Bs Bt Bc | Rt Ot Yt | Rc Oc Gc | Yx Gx Px",
      "Bo Bx Bd Bs Bt Bc | Rt Ot Yt | Rc Oc Gc | Rx Yx Gx Px",
    ]);
    expect([...way.captured]).toEqual([0]);
  });

  test("begins new rows, whose feature is that of the row in the end", () => {
    const way = wayTo(rows("Rt Ot Yt Bt"), rows("Rt Ot Yt | Bt Bo Bc"), 0);
    expect(brief(way)).toEqual(["Bt table begins B", "Bo hand joins B", "Bc hand joins B"]);
    expect(way.captured.size).toBe(0);
  });

  test("tells the three cards of a kind apart, and captures two rows alike", () => {
    const six = "Ro Rx Rd Rs Rt Rc";
    const way = wayTo(rows("Ro Rx Rd Rs Rt | Ro Rx Rd Rs Rt"), rows(`${six} | ${six}`), 2);
    expect(brief(way)).toEqual(["Rc hand joins R six", "Rc hand joins R six"]);
    expect(new Set(way.steps.map(({ card }) => card)).size).toBe(2);
    expect([...way.captured]).toEqual([0, 1]);
  });

  test("has no step where nothing changes, and begins with an empty table", () => {
    expect(brief(wayTo(rows("Ro Rx Rd"), rows("Ro Rx Rd"), 0))).toEqual([]);
    expect(brief(wayTo([], rows("Ro Rx Rd"), 0))).toEqual(["Ro hand begins R", "Rx hand joins R", "Rd hand joins R"]);
  });
});
