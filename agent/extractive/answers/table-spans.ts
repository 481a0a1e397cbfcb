import type { Evidence } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import type { SourceSpan } from "./answer.ts";

/** Returns the line that labels the columns where a group heading is between that line and the row; none otherwise. */
export function headerElsewhere(
  { marker, passage }: Pick<Evidence, "marker" | "passage">,
  cell: Pick<TableCellEvidence, "column" | "header" | "lineStart">,
): SourceSpan[] {
  if (cell.header !== null || cell.column === "") return [];
  let charStart = passage.charStart;
  for (const line of passage.text.split("\n")) {
    if (charStart >= cell.lineStart) return [];
    const charEnd = charStart + line.length;
    if (line.split("|").some((part) => part.trim() === cell.column)) return [{ marker, charStart, charEnd }];
    charStart = charEnd + 1;
  }
  return [];
}
