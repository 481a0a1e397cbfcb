import { termOf, tokensOf } from "./analyse.ts";

/** Words that shape a question and say nothing of what is asked for; left out of questions, never of an index. */
const questionWords =
  "how what when where which who whom whose why can could do does did done i me my mine we us our you your he she him " +
  "her his its them am were been being have has had having would should shall may might must need needs want get gets " +
  "got getting put puts go going make let like about any some all much many also just only so too very from up out off " +
  "over than then here please tell show find give know does say says okay ok thing things one way someone something " +
  "anyone anything im ive id cant dont doesnt isnt whats hows there";

const stops = new Set(tokensOf(questionWords).map(termOf));

/** Tells whether a term only shapes questions. */
export function isQuestionWord(term: string): boolean {
  return stops.has(term);
}
