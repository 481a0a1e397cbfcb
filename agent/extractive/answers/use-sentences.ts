import { type Verdict, verdictIn } from "../../../ingest/index.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { nameFit } from "./use-names.ts";

/** A sentence whose subject is a use and whose verb rules on it: "Sexually oriented businesses are prohibited in …". */
const ruling =
  /^(?<subject>[^.;:]{3,120}?)\s+(?:(?:is|are|shall be|may be|will be)\s+(?:\w+ly\s+)?(?<told>prohibited|forbidden|unlawful|not (?:permitted|allowed)|permitted|allowed)|(?:shall|may|must) not be (?<denied>permitted|allowed))\b(?<rest>.*)$/i;
/** Words that make a sentence one on some case of the use. */
const someCase =
  /\b(?:but|however|except|unless|without|if|when|where|within|closer|nearer|in excess|more than|other than|only|until|during|between|provided|abutting|adjoining|such|front yards?|side yards?|rear yards?)\b/i;
/** "only by special permit" is the verdict itself and no case. */
const byApproval = /\bonly\s+(?:by|with|upon|as|after|subject to)\b/i;
const mark = /^\s*(?:\(?(?:[a-zA-Z]{1,2}|\d{1,3}|[ivx]{1,5})[.)]\s+|\d+(?:[.-]\d+)+\.?\s+)+/;

/** The verdict of a sentence on exactly the use asked about, in every case of it; undefined for any other sentence. */
export function verdictOnUse(question: QuestionReading, text: string): Verdict | undefined {
  const groups = ruling.exec(text.replace(/\s+/g, " ").replace(mark, ""))?.groups;
  if (!groups || nameFit(question, groups.subject ?? "") !== "exact") return undefined;
  if (someCase.test(`${groups.subject} ${(groups.rest ?? "").replace(byApproval, " ")}`)) return undefined;
  if (question.districts.length === 0 && isOfSomeDistricts(groups.rest ?? "")) return undefined;
  return verdictIn(text);
}

/** "in all residential districts" says nothing of a lot whose district is not known; "in any zone" does. */
function isOfSomeDistricts(text: string): boolean {
  return (
    /\b(?:districts?|zones?)\b/i.test(text) &&
    !/\b(?:any|all|every|each)\s+(?:zoning\s+)?(?:districts?|zones?)\b/i.test(text)
  );
}
