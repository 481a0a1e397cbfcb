import { quantitiesIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf, isTitle, overlaps } from "../evidence/evidence.ts";
import { dimensions } from "../question/dimensions.ts";
import { type QuestionReading, whatIsNot, withoutParking } from "../question/read-question.ts";
import { hasTrait, kindsIn } from "../question/use-words.ts";
import { opensCase } from "./amount-gate.ts";
import { type ExtractiveAnswer, noAnswer, sentenceOf } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { withCount } from "./parking-answer.ts";
import { quoteAnswer } from "./quote.ts";

/** More sentences on the spaces of one use set cases apart. */
const mostSentences = 3;

/**
 * States what the one section on the use asked about says of its parking, with the spaces counted for what the question
 * tells; nothing where no section is on that use alone. Several sections on it, and cases of one, are quoted.
 */
export function answerParkingOfSection(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const asked = kindsAsked(question.text);
  if (asked.length === 0) return noAnswer;
  const all = evidence.filter((one) => requiresSpaces(question, one) && isOnKinds(asked, one));
  // Two passages may hold one sentence, one of them without its beginning: it is stated once.
  const told = all.filter((one, at) => all.findIndex((other) => overlaps(other, one)) === at);
  const sections = new Set(told.map(({ passage }) => `${passage.documentId} ${passage.parent.charStart}`));
  const further = told.slice(1).filter(({ text }) => !onTop.test(text));
  const isOfCases = told.length > mostSentences || further.length > 0 || told.some((one) => opensCase(question, one));
  if (sections.size !== 1 || isOfCases) return quoteAnswer(told);
  const sentences = told.map((one) => sentenceOf(one));
  const whole = {
    text: sentences.map(({ text }) => text).join(" "),
    spans: sentences.flatMap(({ spans }) => spans),
    evidence: told,
  };
  const counted = withCount(
    whole,
    told.map(({ text }) => text),
    { question: question.text, evidence },
  );
  return { status: "answered", sentences: [counted] };
}

/** Spaces that come on top of others: "one additional space for each employee". */
const onTop = /\badditional\b|\bin addition\b/i;

/** The kinds of use that a question asks parking for; an accessory dwelling before the house it belongs to. */
function kindsAsked(text: string): string[] {
  const kinds = kindsIn(withoutParking(text.replace(whatIsNot, " ")));
  const accessory = kinds.filter((kind) => hasTrait(kind, "accessory"));
  return accessory.length > 0 ? accessory : kinds;
}

const parking = dimensions.find(({ id }) => id === "parking");
const lessOrOther =
  /\b(?:reduc|waive|credit|defer|exce(?:ss|ed)|loading|handicap|compact|electric|shared|off-?site|limited\s+to)|\baccessible\s+(?:parking\s+)?spaces|\bmay\s+(?:permit|allow|modify|require|accept|be\s+(?:permitted|allowed|located))\b/i;
const requires = /\b(?:shall|must|will|requires?|required|minimum|at\s+least)\b/i;

/** Whether a sentence says how many spaces for cars a use needs, and not only what may change that number. */
function requiresSpaces({ districts }: QuestionReading, one: Evidence): boolean {
  const { text, cell } = one;
  const isOfSpaces = quantitiesIn(text).some(({ unit }) => unit === "space") && requires.test(text);
  const isOfParking = /\bparking\b/i.test(`${text} ${headingsOf(one)[0] ?? ""}`) && !parking?.notTold?.test(text);
  return (
    cell === null &&
    isOfSpaces &&
    isOfParking &&
    !lessOrOther.test(text) &&
    !isTitle(one) &&
    standingOf(one, districts).kind !== "other"
  );
}

/** Whether a sentence, or the nearest title above it that names a use, names all of the kinds asked for and no other use than a home. */
function isOnKinds(asked: readonly string[], one: Evidence): boolean {
  const named = [one.text, ...headingsOf(one)]
    .map(kindsIn)
    .find((kinds) => kinds.some((kind) => !hasTrait(kind, "home") || asked.includes(kind)));
  return (
    named !== undefined &&
    asked.every((kind) => named.includes(kind)) &&
    named.every((kind) => asked.includes(kind) || hasTrait(kind, "home"))
  );
}
