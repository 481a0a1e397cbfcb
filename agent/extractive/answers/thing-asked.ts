import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { kindsSaidIn, saysPhrase, type UseConcept } from "../question/use-words.ts";

/**
 * Evidence without what is said of another thing of the same kind than the one asked about, where some of it names that
 * thing: what holds for a garage is not told of a shed. Where nothing names it, all of the evidence, as of its kind.
 */
export function ofThingAsked(question: QuestionReading, evidence: readonly Evidence[]): readonly Evidence[] {
  const thing = [...question.subject, ...question.useConcepts].find(isOneOfSeveral);
  if (!thing) return evidence;
  const read = evidence.map((one) => ({ one, stems: stemsOf(one) }));
  const names = ({ stems }: { readonly stems: readonly string[] }) =>
    (thing.asked ?? []).some((words) => saysPhrase(stems, words));
  if (!read.some(names)) return evidence;
  return read
    .filter((each) => names(each) || !thing.phrases.some((words) => saysPhrase(each.stems, words)))
    .map(({ one }) => one);
}

/** What is built beside the principal building and has standards of its own. */
const besidePrincipal = new Set([
  ...["shed", "swimming pool", "fence", "deck", "sign", "driveway", "shipping container"],
  ...["solar", "wind", "wireless", "amateur radio"],
]);

/**
 * Tells whether a provision is about another thing than the question: about a pool where a garage is asked about, or the
 * principal building; and about none such where one is asked about.
 */
export function isOfAnotherThing({ subject }: QuestionReading, one: Evidence): boolean {
  const asked = subject.flatMap(({ kind }) => (kind !== undefined && besidePrincipal.has(kind) ? kind : []));
  const told = kindsSaidIn(`${one.cell ? one.cell.label : one.lead}`).filter((kind) => besidePrincipal.has(kind));
  if (asked.length === 0) return one.cell === null && told.length > 0;
  return !kindsSaidIn([...labelsOf(one), ...headingsOf(one)].join(" ")).some((kind) => asked.includes(kind));
}

/** Kinds whose names are of different things: "shed", "private garage". */
const kindsOfSeveralThings = new Set(["shed"]);

function isOneOfSeveral({ kind, asked = [] }: UseConcept): boolean {
  return kind !== undefined && asked.length > 0 && kindsOfSeveralThings.has(kind);
}

function stemsOf(one: Evidence): string[] {
  return analyse([...labelsOf(one), ...headingsOf(one)].join(" "));
}

function labelsOf({ cell, text, lead }: Evidence): string[] {
  return cell ? [cell.group, cell.label, cell.qualifier] : [text, lead];
}
