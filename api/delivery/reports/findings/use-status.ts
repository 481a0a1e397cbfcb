import type { Answer } from "../evidence/answers.ts";

/** What the table of uses says of a use. */
export type UseStatus = "by_right" | "with_approval" | "prohibited" | "not_listed" | "not_known";

/** A table of uses is read here: `column “…”: “SP”`, or `is marked “SP”`. */
const mark = /(?:column “[^”]{0,200}”: |is marked )“([^”]{1,8})”/;
const byRight = /^(?:P|Y|YES|BR)$/i;
const withApproval = /^(?:SP|S|SE|SU|SUP|C|CU|CUP|CONDITIONAL|SPECIAL)$/i;
const prohibited = /^(?:[–—-]|N|NO|X)$/i;

/** Returns what an answer about a use states; `not_known` wherever it is not plain. */
export function useStatusOf({ sentences }: Pick<Answer, "sentences">): UseStatus {
  for (const { text } of sentences) {
    if (/\bhave no entry for\b/.test(text)) return "not_listed";
    const code = mark.exec(text)?.[1]?.replace(/\s*\(\d+\)$/, "");
    if (code === undefined) {
      if (/^Yes, but\b/.test(text)) return "with_approval";
      if (/^Yes\b/.test(text)) return "by_right";
      if (/^No\b/.test(text)) return "prohibited";
      continue;
    }
    if (byRight.test(code)) return "by_right";
    if (withApproval.test(code)) return "with_approval";
    if (prohibited.test(code)) return "prohibited";
  }
  return "not_known";
}
