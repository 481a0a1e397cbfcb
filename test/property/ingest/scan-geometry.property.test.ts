import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withLeadingPoints } from "../../../ingest/parse/ocr/leading-points.ts";
import { lineDirection } from "../../../ingest/parse/ocr/line-direction.ts";
import { cutOut, unreadMarginMarks } from "../../../ingest/parse/ocr/margin-marks.ts";
import { rangesOf } from "../../../ingest/parse/ocr/ocr-warnings.ts";
import type { PageImage } from "../../../ingest/parse/ocr/page-image.ts";
import { rulingLinesIn, withoutTableRules } from "../../../ingest/parse/ocr/ruling-lines.ts";

const runs = { numRuns: 15 };
const [width, height] = [500, 640];
const paper = (): { width: number; height: number; data: Uint8Array } => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(255),
});

function ink(image: PageImage, left: number, top: number, wide: number, tall: number): void {
  for (let y = Math.max(0, top); y < Math.min(image.height, top + tall); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(image.width, left + wide); x += 1) image.data[y * image.width + x] = 0;
  }
}

/** Lines of boxes the size of letters that fall by so many degrees. */
function textAt(slope: number): PageImage {
  const image = paper();
  const rise = Math.tan((slope * Math.PI) / 180);
  for (let line = 60; line < height - 60; line += 14) {
    let x = 50;
    for (let letter = 0; x < width - 50; letter += 1) {
      const wide = 3 + ((letter * letter + line) % 4);
      ink(image, x, Math.round(line + (x - 50) * rise) - (letter % 3), wide, 6 + (letter % 3));
      x += wide + ((letter * 3 + line) % 5 === 0 ? 6 : 2);
    }
  }
  return image;
}

const sideways = ({ width: wide, height: tall, data }: PageImage): PageImage => ({
  width: tall,
  height: wide,
  data: Uint8Array.from({ length: wide * tall }, (_, at) => data[(at % tall) * wide + Math.floor(at / tall)] ?? 255),
});

describe("the direction of the lines on a scan", () => {
  it("is found for any slope that paper takes on a scanner, to a quarter of a degree", () => {
    fc.assert(
      fc.property(fc.double({ min: -4, max: 4, noNaN: true }), (slope) => {
        const found = lineDirection(textAt(slope));
        expect(found.isSideways).toBe(false);
        expect(Math.abs(found.slope - slope)).toBeLessThan(0.25);
      }),
      runs,
    );
  });

  it("is sideways when the page lies on its side", () => {
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (slope) => {
        expect(lineDirection(sideways(textAt(slope))).isSideways).toBe(true);
      }),
      runs,
    );
  });

  it("is level on a blank page", () => {
    expect(lineDirection(paper())).toEqual({ isSideways: false, slope: 0 });
  });
});

describe("the rules of a table on a scan", () => {
  const grids = fc.record({
    left: fc.integer({ min: 10, max: 60 }),
    top: fc.integer({ min: 10, max: 80 }),
    columns: fc.integer({ min: 1, max: 3 }),
    rows: fc.integer({ min: 1, max: 5 }),
    thickness: fc.integer({ min: 1, max: 6 }),
  });
  const [wide, tall] = [130, 90];

  it("are found where they were drawn, and nothing of them is left once they are painted over", () => {
    fc.assert(
      fc.property(grids, ({ left, top, columns, rows, thickness }) => {
        const image = paper();
        const [right, bottom] = [left + columns * wide, top + rows * tall];
        for (let row = 0; row <= rows; row += 1)
          ink(image, left, top + row * tall, right - left + thickness, thickness);
        for (let column = 0; column <= columns; column += 1)
          ink(image, left + column * wide, top, thickness, bottom - top + thickness);
        const rules = rulingLinesIn(image);
        const places = (isLevel: boolean) => rules.filter((rule) => rule.isLevel === isLevel).map((rule) => rule.at);
        const middle = (thickness - 1) / 2;
        const isLong = columns * wide >= 150;
        expect(places(true)).toEqual(
          isLong ? Array.from({ length: rows + 1 }, (_, row) => top + row * tall + middle) : [],
        );
        expect(places(false)).toEqual(
          isLong ? Array.from({ length: columns + 1 }, (_, column) => left + column * wide + middle) : [],
        );
        if (isLong) expect(withoutTableRules(image, rules).data.every((grey) => grey === 255)).toBe(true);
      }),
      runs,
    );
  });

  it("are not taken from text", () => {
    const image = textAt(0);
    expect(rulingLinesIn(image)).toEqual([]);
    expect(withoutTableRules(image, [])).toBe(image);
  });
});

describe("a lone mark at the foot of a scan", () => {
  const line = {
    words: [{ text: "Lots", confidence: 1, left: 50, top: 100, right: 90, bottom: 112 }],
    height: 14,
    baseline: { x0: 50, y0: 112, x1: 90, y1: 112 },
  };

  it("is found by itself, wherever it stands, and cut out whole", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 480 }), fc.integer({ min: 580, max: 620 }), (left, top) => {
        const image = paper();
        ink(image, left, top, 7, 11);
        const [mark, ...others] = unreadMarginMarks(image, [line]);
        expect(others).toEqual([]);
        expect(mark).toMatchObject({ left, top, right: left + 7, bottom: top + 11 });
        if (mark) expect(cutOut(image, mark, 3).data.filter((grey) => grey === 0).length).toBe(77);
      }),
      runs,
    );
  });

  it("is not dirt, nor what was read already", () => {
    const image = paper();
    ink(image, 100, 600, 2, 2);
    expect(unreadMarginMarks(image, [line])).toEqual([]);
    ink(image, 100, 20, 7, 11);
    const read = { ...line, words: [{ text: "7", confidence: 1, left: 100, top: 20, right: 107, bottom: 31 }] };
    expect(unreadMarginMarks(image, [line, read])).toEqual([]);
  });
});

describe("a point before a figure", () => {
  /** The figure "11" as two upright strokes, with or without a mark before it. */
  const figure = (mark: { wide: number; tall: number; gap: number; rise: number } | null) => {
    const image = paper();
    ink(image, 200, 100, 4, 28);
    ink(image, 210, 100, 4, 28);
    if (mark) ink(image, 200 - mark.gap - mark.wide, 128 - mark.tall - mark.rise, mark.wide, mark.tall);
    const word = { text: "11", confidence: 0.6, left: 200, top: 100, right: 214, bottom: 128 };
    const line = { words: [word], height: 40, baseline: { x0: 200, y0: 128, x1: 214, y1: 128 } };
    return withLeadingPoints(image, [line])[0]?.words[0]?.text;
  };

  it("is put back when a dot stands at its foot", () => {
    const dots = fc.record({
      wide: fc.integer({ min: 4, max: 7 }),
      tall: fc.integer({ min: 4, max: 7 }),
      gap: fc.integer({ min: 1, max: 4 }),
      rise: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(dots, (dot) => {
        expect(figure(dot)).toBe(".11");
      }),
      runs,
    );
  });

  it("is not made of dirt, of a dot half-way up, of a stroke or of nothing", () => {
    expect(figure({ wide: 1, tall: 1, gap: 3, rise: 0 })).toBe("11");
    expect(figure({ wide: 5, tall: 5, gap: 3, rise: 14 })).toBe("11");
    expect(figure({ wide: 4, tall: 28, gap: 3, rise: 0 })).toBe("11");
    expect(figure(null)).toBe("11");
  });
});

describe("page numbers in a warning", () => {
  it("are ranges that name every page and no other", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (pages) => {
        const named = rangesOf(pages)
          .split(", ")
          .flatMap((range) => {
            const [from = 0, to = from] = range.split("-").map(Number);
            return Array.from({ length: to - from + 1 }, (_, at) => from + at);
          });
        expect(named).toEqual(pages.toSorted((left, right) => left - right));
      }),
    );
  });
});
