import type { Answer } from "../evidence/answers.ts";

/** What the table of uses says of a use. */
export type UseStatus = "by_right" | "with_approval" | "prohibited" | "not_listed" | "not_known";

/** A table of uses is read here: `column “…”: “SP”`, or `is marked “SP”`. */
const mark = /(?:column “[^”]{0,200}”: |is marked )“([^”]{1,8})”/;
const byRight = /^(?:P|Y|YES|BR)$/i;
const withApproval = /^(?:SP|S|SE|SU|SUP|C|CU|CUP|CONDITIONAL|SPECIAL)$/i;
const prohibited = /^(?:[–—-]|N|NO|X)$/i;

/** Words that tell no use from another one. */
const general = /^(?:dwellings?|facility|store|building|light|unit)$/i;

/** Whether a row of a table is about a use: it has each of the words that tell the use from others. */
function namesUse(row: string, use: string): boolean {
  const own = use.split(/[\s-]+/).filter((word) => word !== "" && !general.test(word));
  const text = row.toLowerCase();
  return own.every((word) => text.includes(word.toLowerCase()));
}

/** Returns what an answer about a use states; `not_known` wherever it is not plain, or where its row is about another use. */
export function useStatusOf({ sentences }: Pick<Answer, "sentences">, use = ""): UseStatus {
  for (const { text } of sentences) {
    if (/\bhave no entry for\b/.test(text)) return "not_listed";
    const code = mark.exec(text)?.[1]?.replace(/\s*\(\d+\)$/, "");
    if (code === undefined) {
      if (/^Yes, but\b/.test(text)) return "with_approval";
      if (/^Yes\b/.test(text)) return "by_right";
      if (/^No\b/.test(text)) return "prohibited";
      continue;
    }
    if (!namesUse(text, use)) continue;
    if (byRight.test(code)) return "by_right";
    if (withApproval.test(code)) return "with_approval";
    if (prohibited.test(code)) return "prohibited";
  }
  return "not_known";
}
