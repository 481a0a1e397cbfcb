import type { Answer } from "../evidence/answers.ts";
import type { UseRow } from "../evidence/use-row.ts";

/** How the law treats a use in a district. `with_approval`: an approval is needed, and which one was not read. */
export type UseStatus =
  | "by_right"
  | "site_plan"
  | "special_permit"
  | "accessory"
  | "with_approval"
  | "prohibited"
  | "not_listed"
  | "not_known";

/** A table of uses is read here: `column “…”: “SP”`, or `is marked “SP”`. */
const markInText = /(?:column “[^”]{0,200}”: |is marked )“([^”]{1,8})”/;
const byRight = /^(?:P|Y|YES|BR)$/i;
const withApproval = /^(?:SP|S|SE|SU|SUP|C|CU|CUP|CONDITIONAL|SPECIAL)$/i;
const prohibited = /^(?:[–—-]|N|NO|X)$/i;

/** What a legend says of a mark; the first pattern that fits decides. */
const meanings: readonly (readonly [RegExp, UseStatus])[] = [
  [/\bprohibited\b|\bnot (?:permitted|allowed)\b|\bunless\b.*\bprohibit/i, "prohibited"],
  [/\bspecial\b|\bconditional\b|\bexception\b/i, "special_permit"],
  [/\bsite (?:development )?plan\b/i, "site_plan"],
  [/\baccessory\b/i, "accessory"],
  [/\bpermitted\b|\ballowed\b|\bas of right\b|\bby right\b/i, "by_right"],
];

/** Words that tell no use from another one. */
const general = /^(?:dwellings?|facility|store|building|light|unit)$/i;

/** Whether a row of a table is about a use: it has each of the words that tell the use from others. */
function namesUse(row: string, use: string): boolean {
  const own = use.split(/[\s-]+/).filter((word) => word !== "" && !general.test(word));
  const text = row.toLowerCase();
  return own.every((word) => text.includes(word.toLowerCase()));
}

function statusOfMark(mark: string): UseStatus {
  if (byRight.test(mark)) return "by_right";
  if (withApproval.test(mark)) return "with_approval";
  return prohibited.test(mark) ? "prohibited" : "not_known";
}

/** Returns what a row of the table of uses states: by the legend of its mark, else by what such marks usually mean. */
export function statusOfRow({
  mark,
  meaning,
}: Pick<UseRow, "mark"> & { readonly meaning: { readonly text: string } | null }): UseStatus {
  const [, told] = meanings.find(([pattern]) => meaning !== null && pattern.test(meaning.text)) ?? [];
  return told ?? statusOfMark(mark);
}

/** The size from which a row of the table applies, in square feet. */
const fromSize =
  /(?<!\b(?:no|not) )\b(?:over|above|(?:more|larger|greater) than|exceeding|at least)\s+([\d,]+)\s*(?:square feet|sq\.? ?ft|s\.?f\b)/i;

/** Whether a row of the table can apply to a building of so much floor area, in square feet; true where it is not known. */
export function isOfSize({ label }: Pick<UseRow, "label">, floorArea: number | null): boolean {
  const [, from] = fromSize.exec(label) ?? [];
  return from === undefined || floorArea === null || floorArea >= Number(from.replaceAll(",", ""));
}

/** Returns what an answer about a use states; `not_known` wherever it is not plain, or where its row is about another use. */
export function useStatusOf({ sentences }: Pick<Answer, "sentences">, use = ""): UseStatus {
  for (const { text } of sentences) {
    if (/\bhave no entry for\b/.test(text)) return "not_listed";
    const marked = markInText.exec(text);
    const mark = marked?.[1]?.replace(/\s*\(\d+\)$/, "");
    if (marked === null || mark === undefined) {
      if (/^Yes, but\b/.test(text)) return "with_approval";
      if (/^Yes\b/.test(text)) return "by_right";
      if (/^No\b/.test(text)) return "prohibited";
      continue;
    }
    if (!namesUse(text, use)) continue;
    // What follows the mark explains it by the legend, and then names the notes.
    const [meaning = ""] = text.slice(marked.index + marked[0].length).split(/\. |Note:/);
    const status = statusOfRow({ mark, meaning: { text: meaning } });
    if (status !== "not_known") return status;
  }
  return "not_known";
}
