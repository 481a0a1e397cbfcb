import { describe, expect, it } from "vitest";
import { isUnreadable, textQuality } from "../../../../ingest/parse/ocr/text-quality.ts";

describe("a word", () => {
  it.each([
    "setback",
    "R-2",
    "7,500",
    "12-204(b)(3)",
    "McDonald",
    "§",
    "…………",
    "(Amended",
    "well-being,",
    "1st",
    "20-foot",
    "30'",
    "DPW",
    "strengths",
    "queueing",
    "Señora",
    "town.clerk@example.gov",
    "____________",
    "xviii.",
    "Überhöhe",
    "площадь",
  ])("that a code holds is readable: %s", (word) => {
    expect(isUnreadable(word)).toBe(false);
  });

  it.each([
    "bui|ding",
    "rnin¡mum",
    "xkqzrtw",
    "sh\ufffdll",
    "w~th",
    "tHe",
    "enc1osed",
    "]f{",
    "aaat",
    "bcdfghjk",
    "\ue012\ue033",
    "ordinanceofthetownofexampleton",
  ])("that was read wrongly is not: %s", (word) => {
    expect(isUnreadable(word)).toBe(true);
  });
});

describe("a text", () => {
  it("of prose holds nothing unreadable", () => {
    const text = "No building shall be erected within 30 feet of a street line, except as Section 4.2(b) allows.";
    expect(textQuality(text)).toEqual({ words: 17, readableWords: 14, unreadableShare: 0 });
  });

  it("of a table of uses, where single letters stand in its cells, counts as readable", () => {
    expect(textQuality("Dwelling P P S N P Farm S S P N P Inn P P P S N").unreadableShare).toBe(0);
  });

  it("that fell apart into its letters counts as unreadable", () => {
    expect(textQuality("N o b u i l d i n g s h e r c t d w f m v k p q z j x y").unreadableShare).toBeGreaterThan(
      0.25,
    );
  });

  it("of no words has no share", () => {
    expect(textQuality(" \n")).toEqual({ words: 0, readableWords: 0, unreadableShare: 0 });
  });
});
