/** The CPU-bound work of the local reader: reading a question, and answering it from passages. */
import type { MarkedPassage } from "../evidence-desk.ts";
import type { ReadRules } from "../tool.ts";
import type { ExtractiveAnswer } from "./answers/answer.ts";
import { answerFrom } from "./answers/answer-from.ts";
import { evidenceIn } from "./evidence/evidence.ts";
import { type PlannedCall, planCallsForLimits, planFirstCalls, planFurtherCalls } from "./plan-searches.ts";
import { type QuestionContext, readQuestion } from "./question/read-question.ts";

/** A question as it was asked, with what is known beside it. */
export interface AskedQuestion {
  readonly text: string;
  readonly context: QuestionContext;
}

/** Decides the first searches for a question. */
export function planSearches({ text, context }: AskedQuestion): PlannedCall[] {
  return planFirstCalls(readQuestion(text, context));
}

/** What the passages answer, and where to look further when they do not answer in full. */
export interface PassagesRead {
  readonly answer: ExtractiveAnswer;
  /** Empty when the question is answered and no section that the answer refers to can change it. */
  readonly further: readonly PlannedCall[];
}

/** Answers a question from passages; `made` are the calls made so far, which are not planned again. */
export function readPassages({
  text,
  context,
  passages,
  rules,
  made,
}: AskedQuestion & {
  readonly passages: readonly MarkedPassage[];
  readonly rules: ReadRules;
  readonly made: readonly PlannedCall[];
}): PassagesRead {
  const question = readQuestion(text, { ...context, named: rules.named, codes: rules.codes });
  const evidence = evidenceIn(passages);
  const answer = answerFrom(question, { evidence, rules, passages });
  const calls =
    answer.status === "answered"
      ? planCallsForLimits(question, answer)
      : planFurtherCalls(question, { passages, evidence });
  const asked = new Set(made.map(({ name, args }) => JSON.stringify([name, args])));
  return { answer, further: calls.filter(({ name, args }) => !asked.has(JSON.stringify([name, args]))) };
}
