import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type ExtractiveAnswer, wordedBan } from "./answer.ts";
import type { BrokenLimit } from "./limit-not-kept.ts";
import { quoteAnswer } from "./quote.ts";
import { refusesSize } from "./stated-sizes.ts";

/** How an answer begins that denies a use of the size asked about, while others are allowed. */
export const notAtSize = "No, not at this size";

/** Denies a size that the items of an entry or the standards for the use do not allow; a limit that leaves room is only quoted. */
export function answerByLimit(
  question: QuestionReading,
  { evidence, printed, isFirm }: BrokenLimit,
  entry: Evidence,
): ExtractiveAnswer {
  const isDenied = printed === undefined ? refusesSize(question, evidence) : isFirm;
  if (!isDenied) return quoteAnswer([evidence, entry]);
  const told = wordedBan(printed === undefined ? notAtSize : `${notAtSize} under ${printed}`, evidence);
  // The entry that the limit holds for.
  return { status: "answered", sentences: [told, ...quoteAnswer([entry], "", "The use").sentences.slice(0, 1)] };
}
