import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";

/** Acts on something that is there already; an entry that does not name the act says nothing of it. */
const acts: readonly (readonly [asked: RegExp, named: RegExp])[] = [
  [
    /\brent\w*\b.*\b(?:by the (?:night|week|day)|nightly|weekly|short[- ]term|for (?:a|one|the) (?:night|week|weekend))\b/i,
    /\brent|\blodg|\btransient|\bguest/i,
  ],
  [/\b(?:subdivide|split)\b/i, /\b(?:subdivi|split|division)/i],
  [/\b(?:demolish|tear down)\b/i, /\b(?:demoli|tear|remov)/i],
  [/\b(?:enlarge|expand)\b/i, /\b(?:enlarg|expan|addition|alter)/i],
  // A list of uses tells of approvals of the use only.
  [/\b(?:need|require)s?\s+(?:(?:an?|any|the)\s+)?(?:(?:zoning|building|town|city)\s+)?permits?\b/i, /\bpermits?\b/i],
  // How a lot is served is decided by no list of uses.
  [
    /\bwith (?:an? |my |its |our )?(?:own |private |on-?site )?(?:septic|well|cesspool|sewer)\b/i,
    /\b(?:septic|wells?|cesspools?|sewers?)\b/i,
  ],
];

/** Whether a question is for an act on what stands there, and an entry does not name the act: "rent my house by the night". */
export function isOfOtherAct({ text }: QuestionReading, one: Evidence): boolean {
  const said = `${one.lead} ${one.cell?.label ?? one.text} ${headingsOf(one).join(" ")}`;
  return acts.some(([asked, named]) => asked.test(text) && !named.test(said));
}
