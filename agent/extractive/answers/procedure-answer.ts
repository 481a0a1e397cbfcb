import { analyse } from "../../../ingest/index.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { sentenceOfText } from "./text-sentence.ts";

const approval = `(?:permits?|licen[cs]es?|approvals?|variances?|certificates?|registrations?|plan review|inspections?|surveys?)`;
const asked = new RegExp(
  String.raw`\b(?:need|require[sd]?|must|have to|has to|necessary|without)\b.*\b${approval}\b|\b${approval}\b.*\b(?:needed|required|necessary)\b`,
  "i",
);
/** A sentence that says whether an approval is needed, one way or the other. */
const told = new RegExp(
  [
    String.raw`\b${approval}\b[^.;]{0,60}\b(?:is|are|shall be|be)\s+(?:not\s+)?required\b`,
    String.raw`\b(?:requires?|needs?|shall (?:first )?(?:obtain|secure|have|apply for)|must (?:first )?(?:obtain|have|apply for)|without|unless|until|exempt from|subject to)\b[^.;]{0,60}\b${approval}\b`,
    String.raw`\bno\b[^.;]{0,60}\b${approval}\b`,
  ].join("|"),
  "i",
);
const enoughOfSubject = 0.75;
const mostSentences = 2;

/** Tells whether a question asks if something needs a permit or another approval. */
export function asksForApproval(question: QuestionReading): boolean {
  return (
    /^\s*(?:do|does|is|are|must|should|when|would|will|can|may)\b/i.test(question.text) && asked.test(question.text)
  );
}

/** Answers whether a thing needs an approval, with the sentence that says so; what an approval is for stands in it. */
export function answerProcedure(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const kind = new RegExp(
    String.raw`\b((?:building|special|sign|use|zoning|demolition|site|business|fence|occupancy)\s+)?(${approval})\b`,
    "i",
  ).exec(question.text);
  const subject = contentTerms(question.text.replace(kind?.[0] ?? "", " ")).filter((term) => !light.has(term));
  const own = (kind?.[2] ?? "permit").replace(/s$/i, "");
  if (subject.length === 0) return noAnswer;
  const scored = evidence
    .filter((one) => one.cell === null && told.test(one.text))
    .map((one) => {
      const held = withRelated(analyse(`${one.lead} ${one.text}`));
      const around = withRelated([...held, ...headingsOf(one).slice(0, 1).flatMap(analyse)]);
      const inside = termCoverage(subject, held);
      const coverage = termCoverage(subject, around);
      const isKind = new RegExp(String.raw`\b${own}`, "i").test(one.text) ? 0.3 : 0;
      return { one, coverage, score: inside * 0.6 + coverage * 0.3 + isKind + one.passage.score * 0.1 };
    })
    .filter(({ coverage, score }) => coverage >= enoughOfSubject && score >= 0.75)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (!best) return noAnswer;
  const chosen = scored.filter(({ score }) => score >= best.score - 0.1).slice(0, mostSentences);
  return { status: "answered", sentences: chosen.map(({ one }) => sentenceOfText(one)) };
}

const light = new Set(
  analyse(
    "permit permits needed necessary build put up install erect get obtain have open building construct add new before start any replace",
  ),
);
