import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { mayTakeIn } from "../question/use-classes.ts";
import { conceptMatch, type UseConcept } from "../question/use-words.ts";
import type { SourceSpan } from "./answer.ts";

/** A wider use that the law itself says takes in the use asked about, and where it says so. */
export interface Umbrella {
  readonly term: string;
  readonly concepts: readonly UseConcept[];
  readonly span: SourceSpan;
}

const opening =
  /^(?:[\s(]*(?:\d+|[A-Za-z]|[ivx]+)[.)]\s+)?["“']?(?<term>[A-Z][\w/&,' -]{2,60}?)["”']?\s*(?:\([^)]*\)\s*)?(?:\bmeans?\b|\bshall mean\b|\bis defined as\b|\bincludes?\b|\bshall include\b|\bconsists? of\b|[:—–]|\.\s)/;
const goesOn = /^(?:it|this|these|the (?:term|category|use|definition)|such|typical|examples?|uses? includ\w+)\b/i;
const leavingOut =
  /\b(?:(?:does|do|shall) not include|not including|excluding|excludes?|except(?:ing)?|other than|but not)\b/i;
const definitional = /\bdefin|\bterms?\b|\bglossary\b|\bmeaning|\buse (?:categor|classif|group|types?)|\bclassif/i;
const longestTerm = 6;
/** Words for land and what stands on it: their definition takes in nothing that could be done there. */
const noUses = new Set(
  analyse(
    "premises property lot parcel land site yard area building structure street parking space vegetation clearing grading frontage floor development alteration improvement use district zone person owner occupancy",
  ),
);

/**
 * The terms whose definition leaves the use asked about out, by saying so or by speaking of nothing that could take it
 * in: in a list they stand for what they say.
 */
export function otherTermsOf(question: QuestionReading, evidence: readonly Evidence[]): string[] {
  const wider = new Set(umbrellasOf(question, evidence).map(({ term }) => term));
  return evidence.flatMap((one) => {
    const term = one.cell ? undefined : opening.exec(one.text)?.groups?.term?.trim();
    if (term === undefined || !/\bmeans?\b|\bshall mean\b/i.test(one.text) || wider.has(term)) return [];
    const told = one.text.slice(one.text.indexOf(term) + term.length);
    const body = definitionFrom(one, evidence);
    const cut = leavingOut.exec(body)?.index ?? body.length;
    const isLeftOut = speaksOf(question, body.slice(cut));
    return isLeftOut || !mayTakeIn(told, question.useConcepts) ? [term] : [];
  });
}

/** A definition with the sentences that go on with it. */
function definitionFrom(one: Evidence, evidence: readonly Evidence[]): string {
  const from = evidence.indexOf(one);
  let text = one.text;
  for (const next of evidence.slice(from + 1)) {
    if (next.passage !== one.passage || !goesOn.test(next.text)) break;
    text += ` ${next.text}`;
  }
  return text;
}

/** Finds the terms whose definition takes in the use asked about: "General retail … includes shops, restaurants". */
export function umbrellasOf(question: QuestionReading, evidence: readonly Evidence[]): Umbrella[] {
  const [first] = question.useConcepts;
  if (!first?.kind || first.kind === "single-family") return [];
  const found: Umbrella[] = [];
  let open: { term: string; passage: Evidence["passage"] } | null = null;
  for (const one of evidence) {
    if (one.cell) continue;
    const opened = opening.exec(one.text)?.groups?.term?.trim();
    const isDefinition =
      opened !== undefined &&
      !/^(?:the|this|these|that|such|it|an?|each|any|all|no)\b|\b(?:is|are|shall|may|must)\b/i.test(opened) &&
      (/\bmeans?\b|\bshall mean\b|\bincludes?\b/i.test(one.text) ||
        headingsOf(one).some((heading) => definitional.test(heading)));
    if (isDefinition && !goesOn.test(one.text)) open = { term: opened, passage: one.passage };
    else if (!open || open.passage !== one.passage || !goesOn.test(one.text)) {
      open = null;
      continue;
    }
    const { term } = open;
    const stems = analyse(term);
    const told = one.text.slice(one.text.startsWith(term) ? term.length : 0);
    const cut = leavingOut.exec(told)?.index ?? told.length;
    const isTakenIn = speaksOf(question, told.slice(0, cut)) && !speaksOf(question, told.slice(cut));
    if (!isTakenIn || stems.every((stem) => noUses.has(stem)) || stems.length > longestTerm || speaksOf(question, term))
      continue;
    found.push({
      term,
      concepts: [{ phrases: [stems], weight: 1 }],
      span: { marker: one.marker, charStart: one.charStart, charEnd: one.charEnd },
    });
  }
  return found;
}

function speaksOf({ useConcepts }: QuestionReading, text: string): boolean {
  return conceptMatch(useConcepts.slice(0, 1), analyse(text)) === 1;
}
