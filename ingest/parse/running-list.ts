import type { RunningTable } from "./running-table.ts";
import { makeGrid } from "./table-grid.ts";

const fewestEntries = 6;
const mostEntryWords = 70;
/** Of the entries so many must be of the length that entries have. */
const regularShare = 0.9;
const explained =
  /["“]([A-Z]{1,3})["”][^.;"“]{0,120}\b(?:permit\w*|allowed|right|conditional|special|exception|prohibited)\b/g;
const titleOfTable =
  /\b(?:TABLE|Table|EXHIBIT|Exhibit|SCHEDULE|Schedule)\s+[\dA-Z(][\w.()-]*:?\s[^.;]{0,120}?\b(?:districts?|zones?|DISTRICTS?|ZONES?|Districts?|Zones?)\b/g;

/** The column heads of such a list, before its first use: "Land Use LBCS # Description Approval Type". */
const heads =
  /^\s*(?:(?:Land|Principal|Permitted|Authorized|Use|USE|Uses|USES|LAND|LBCS|NAICS|SIC|Code|CODE|No\.?|Number|#|Name|Category|Description|DESCRIPTION|Approval|Permit|Required|Procedure|Status|Type|TYPE)\s+){2,}/;

/**
 * Reads a list of uses, each followed by the letter that rules on it, which has run together into one paragraph:
 * "Bakery P Car wash C Church P …".
 *
 * Only letters that the paragraph explains count, and only after the title that says what the list is of.
 */
export function readRunningList(text: string): RunningTable | null {
  const keys = [...text.matchAll(explained)];
  const letters = new Set(keys.flatMap((match) => match[1] ?? []));
  const titles = [...text.matchAll(titleOfTable)];
  const title = titles.find((match) => match.index >= (keys.at(-1)?.index ?? 0)) ?? titles.at(-1);
  if (letters.size === 0 || !title) return null;
  const titleEnd = title.index + title[0].length;
  const start = titleEnd + (heads.exec(text.slice(titleEnd))?.[0].length ?? 0);
  const pattern = new RegExp(String.raw`(?<=\s)(?:${[...letters].join("|")})(?=\s+\(?[\p{L}\d]|\s*$)`, "gu");
  const entries: { label: string; letter: string; end: number }[] = [];
  let from = start;
  for (const match of text.slice(start).matchAll(pattern)) {
    const at = start + match.index;
    entries.push({ label: text.slice(from, at).trim(), letter: match[0], end: at + match[0].length });
    from = at + match[0].length;
  }
  const regular = entries.filter(({ label }) => label !== "" && label.split(/\s+/).length <= mostEntryWords);
  const end = entries.at(-1)?.end;
  if (end === undefined || entries.length < fewestEntries || regular.length < entries.length * regularShare)
    return null;
  const grid = makeGrid(
    entries.map(({ label, letter }) => ({
      isHead: false,
      cells: [label, letter].map((words, column) => ({
        text: words,
        column,
        columnSpan: 1,
        rowSpan: 1,
        isHeader: false,
      })),
    })),
  );
  return grid ? { start, end, grid } : null;
}
