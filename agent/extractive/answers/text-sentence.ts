import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { type AnswerSentence, asItemOf, asSentence, spansWithLabels } from "./answer.ts";
import { titleOf } from "./ruling.ts";

/** Words a sentence of a document as a sentence of an answer; one that opens with "It" is told under its heading. */
export function sentenceOfText(one: Evidence): AnswerSentence {
  const isItem = /:$/.test(one.lead);
  const text = isItem ? asItemOf(one.lead, one.text) : one.text;
  const heading = titleOf(headingsOf(one)[0] ?? "").replace(/[.:\s]+$/, "");
  const isPronoun = /^(?:It|They|He|She|Such|Said|This|These)\b/.test(text) && heading !== "" && heading.length < 80;
  return {
    text: asSentence(isPronoun ? `${heading}: ${asSentence(text)}` : text),
    spans: spansWithLabels(one, { lead: isItem }),
    evidence: [one],
  };
}
