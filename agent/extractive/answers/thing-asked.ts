import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { kindsSaidIn } from "../question/use-words.ts";

/** Buildings beside the principal one that people call by one word for the other: what holds for one need not for the other. */
const apart = [analyse("shed"), analyse("garage")].map(([stem = ""]) => stem);

/**
 * Evidence without what is said of a garage where a shed is asked about and some of it names sheds, and the other way
 * round; what is said of accessory buildings at large holds for both.
 */
export function ofThingAsked({ text }: QuestionReading, evidence: readonly Evidence[]): readonly Evidence[] {
  const asked = analyse(text);
  const own = apart.filter((stem) => asked.includes(stem));
  if (own.length !== 1) return evidence;
  const read = evidence.map((one) => ({ one, stems: analyse([...labelsOf(one), ...headingsOf(one)].join(" ")) }));
  const names = ({ stems }: { readonly stems: readonly string[] }) => own.some((stem) => stems.includes(stem));
  if (!read.some(names)) return evidence;
  return read.filter((each) => names(each) || !apart.some((stem) => each.stems.includes(stem))).map(({ one }) => one);
}

/** Accessory structures, for which codes set separate standards. */
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
  // Only the words that introduce a list say what all of its items are about.
  const heading = one.cell ? one.cell.label : /:\s*$/.test(one.lead) ? one.lead : "";
  const told = kindsSaidIn(heading).filter((kind) => besidePrincipal.has(kind));
  if (asked.length === 0) return one.cell === null && told.length > 0;
  return !kindsSaidIn([...labelsOf(one), ...headingsOf(one)].join(" ")).some((kind) => asked.includes(kind));
}

function labelsOf({ cell, text, lead }: Evidence): string[] {
  return cell ? [cell.group, cell.label, cell.qualifier] : [text, lead];
}
