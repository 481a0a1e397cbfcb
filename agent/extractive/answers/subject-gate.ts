import { analyse } from "../../../ingest/index.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { asksWho, type QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { asSentence, type ExtractiveAnswer } from "./answer.ts";
import { quoteAnswer } from "./quote.ts";
import { titleOf } from "./ruling.ts";

/** Share of a heading's words that the question must contain. */
const enoughOfTitle = 0.6;
/** Words of headings that say nothing about their subject. */
const generic =
  /\b(?:general|additional|requirements?|regulations?|standards?|provisions?|rules|procedures?|applicability|purpose|authorized|permitted|uses?|exhibit|table|schedule|districts?|zones?|section|article|chapter|administration|miscellaneous|specific|criteria|conditions)\b/gi;
/** A term in quotation marks that a sentence defines. */
const definedTerm = /["“]([^"”]{1,40})["”]\s+(?:means|shall mean|is defined)\b/g;

/**
 * An answer on a procedure or any other subject, asserted only where the provision's own subject is what was asked:
 * its heading, or the term that it opens with. Otherwise what it rests on is quoted.
 */
export function gateSubject(question: QuestionReading, answer: ExtractiveAnswer): ExtractiveAnswer {
  if (answer.status !== "answered") return answer;
  const passing = answer.sentences.filter(({ evidence }) => evidence.every((one) => isAboutAsked(question, one)));
  // The best sentence comes first: without it the others do not answer.
  if (passing[0] !== undefined && passing[0] === answer.sentences[0]) return { ...answer, sentences: passing };
  return quoteAnswer(answer.sentences.flatMap(({ evidence }) => evidence));
}

/**
 * Returns whether the nearest heading that names a subject, the lead, the label of a cell or a term that the sentence
 * defines is contained in the question; or the question abbreviates it, or asks who acts and the sentence opens with it.
 */
function isAboutAsked(question: QuestionReading, one: Evidence): boolean {
  const asked = withRelated(analyse(question.text));
  const labels = one.cell ? [one.cell.label, one.cell.group] : [one.lead];
  const terms = [...one.text.matchAll(definedTerm)].map((match) => match[1] ?? "");
  const nearest = headingsOf(one)
    .map(titleOf)
    .find((title) => subjectOf(title).length > 0);
  const isContained = [...labels, ...terms, nearest ?? ""]
    .map(subjectOf)
    .some((words) => words.length > 0 && termCoverage(words, asked) >= enoughOfTitle);
  if (isContained || nearest === undefined) return isContained;
  const isAbbreviated = new RegExp(`\\b${initialsOf(nearest)}s?\\b`).test(question.text);
  return isAbbreviated || (asksWho(question.text) && opensWith(asSentence(one.text), nearest));
}

/** "ADU" for "Accessory dwelling units"; at least two letters, else nothing matches. */
function initialsOf(title: string): string {
  const letters = (title.match(/\b[A-Za-z]/g) ?? []).join("").toUpperCase();
  return letters.length > 1 ? letters : "(?!)";
}

function opensWith(text: string, title: string): boolean {
  const plain = (words: string) => words.toLowerCase().replace(/^the\s+/, "");
  return plain(text.trim()).startsWith(plain(title));
}

function subjectOf(title: string): string[] {
  return contentTerms(title.replace(generic, " ")).filter((term) => !/^\d/.test(term));
}
