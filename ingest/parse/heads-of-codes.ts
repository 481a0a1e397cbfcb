/** Heads of columns that are codes of districts. */

interface HeadCell {
  readonly text: string;
  readonly column: number;
  readonly columnSpan: number;
}

const fewestCodes = 3;
/** The code of a district as the head of a column: "R-30", "**EDD1". */
export const districtCode = /^\*{0,2}[A-Z]{1,5}(?:[-/]?[A-Z\d]{1,5}){0,2}[*†]{0,2}$/;

/** The codes that a text lists and nothing else; none for fewer than three. */
export function codesIn(text: string): string[] {
  const codes = text.split(/\s+/);
  return codes.length >= fewestCodes && codes.every((code) => districtCode.test(code)) ? codes : [];
}

/**
 * One head over several columns that names a code for each of them ("R-30 R-40 GC" over three columns), or for each up to the
 * end of the table where nothing stands behind it, is as many heads.
 */
export function codesApart<Cell extends HeadCell>(cells: readonly Cell[], width: number): Cell[] {
  const last = cells.findLast(({ text }) => text !== "");
  return cells.flatMap((cell) => {
    const codes = codesIn(cell.text);
    // "BUILDING BULK AND COVERAGE B-1" is a title, though its words could be codes.
    const areNumbered = codes.filter((code) => /\d/.test(code)).length * 2 >= codes.length;
    const isOverRest = cell === last && areNumbered && cell.columnSpan > 1 && cell.column + codes.length === width;
    if (codes.length === 0 || (codes.length !== cell.columnSpan && !isOverRest)) return [cell];
    return codes.map((text, at) => ({ ...cell, text, column: cell.column + at, columnSpan: 1 }));
  });
}
