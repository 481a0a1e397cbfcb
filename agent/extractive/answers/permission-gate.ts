import { contentTerms } from "../../text/words.ts";
import { headingsOf } from "../evidence/evidence.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";
import { isEveryday, kindsIn } from "../question/use-words.ts";
import { isOfSpecialLand } from "./district-match.ts";
import { comparedWith, saidWhole } from "./limits.ts";
import { isBannedEverywhere, isOfOtherUse, isOnLandAsked, reachOf } from "./stated-ruling.ts";
import { isOnUse, isWithinAmounts, nameOf, namesIn } from "./use-names.ts";
import type { UseProvision } from "./use-provisions.ts";

/** Finds the provision on which a verdict may be asserted; undefined when the answer must quote instead, as where it is for other sizes. */
export function assertableProvision(
  question: QuestionReading,
  provisions: readonly UseProvision[],
): UseProvision | undefined {
  const clear = clearProvision(question, provisions);
  if (clear?.isByLimit === true) return clear;
  return clear && comparedWith(question, saidWhole(clear.evidence)) === "broken" ? undefined : clear;
}

/**
 * Finds the provision that alone decides on a use, whatever sizes it is for; undefined where none does.
 *
 * It must be a cell, a list item or a sentence on exactly the use asked about, bound to the district asked about, and no
 * other one for that district may say otherwise.
 */
export function clearProvision(
  question: QuestionReading,
  provisions: readonly UseProvision[],
): UseProvision | undefined {
  const bound = provisions.filter((one) => isBound(question, one));
  const onUse = bound.filter(({ kind, name }) => kind !== "clause" && isOnUse(name));
  const principal = onUse.filter(({ isAccessory }) => isAccessory !== true);
  const meant = principal.length > 0 ? principal : onUse;
  // An entry in the very words of the question tells more than one that means the same kind of use.
  const leavesOut = ({ name, verdict }: UseProvision) => name === "narrower" && verdict === undefined;
  const printed = bound.filter((one) => !leavesOut(one) && isPrinted(question, [nameOfEntry(one)]));
  const inWords = (one: UseProvision) => isPrinted(question, namesIn(nameOfEntry(one)));
  const ofForm = bound.filter(
    (one) => one.kind !== "clause" && one.name !== "other" && isOfFormAsked(question, nameOfEntry(one)),
  );
  const exact = printed.length > 0 ? meant.filter(inWords) : ofForm.length > 0 ? ofForm : meant;
  const [best] = exact.length > 0 ? exact : everyForm(question, bound);
  if (best?.verdict === undefined || exact.some(({ verdict }) => verdict !== best.verdict)) return undefined;
  if (printed.length > 0 && !printed.some((one) => meant.includes(one))) return undefined;
  // A use that is forbidden only in some place is not forbidden at large; one that is allowed there is allowed within that limit.
  const isOfSomeAmounts = best.verdict === "permitted" && isWithinAmounts(question, textOfEntry(best));
  const isOnlyLimited = best.name === "limited" && !isOfSomeAmounts;
  if (isOnlyLimited && (best.verdict === "prohibited" || ofSomeSizes.test(nameOfEntry(best)))) return undefined;
  // Beside an entry on another form of the use one with a limit does not decide.
  const isOfOther = ({ kind, name, verdict }: UseProvision) =>
    kind !== "clause" && name !== "other" && verdict !== best.verdict;
  if (best.name === "limited" && best.verdict === "permitted" && bound.some(isOfOther)) return undefined;
  if (best.isLeftOut && bound.some((one) => one.verdict !== best.verdict && one.name !== "other")) return undefined;
  // A ban that names no district holds in the one asked about too.
  const isRefused = provisions.some((one) => isBan(one) && !isOfSpecialLand(one.evidence) && !isLimit(question, one));
  return isRefused && best.verdict !== "prohibited" ? undefined : best;
}

/** An entry for some sizes of a use only: "Farm stand more than 100 sq. ft". */
const ofSomeSizes = /\b(?:exceed\w*|in excess of|(?<!\b(?:no|not) )(?:more|less) than|(?:over|under|up to) \(?\d)/i;

/** Whether a ban is for a case that the question does not tell: "not permitted on a parcel of less than five acres". */
export const isLimit = (question: QuestionReading, { evidence, ruling }: UseProvision): boolean =>
  ruling !== undefined &&
  reachOf(question, evidence, ruling) === "other" &&
  comparedWith(question, saidWhole(evidence)) !== "broken";

/**
 * Returns the entries on the forms of a use, "Full-service restaurants" and "Quick-service restaurants", where the question
 * names it by one word and all of them need an approval: whichever form is meant, so does it.
 */
function everyForm(question: QuestionReading, bound: readonly UseProvision[]): readonly UseProvision[] {
  const [use, ...others] = question.useConcepts;
  if (use?.kind === undefined || isEveryday(use) || others.length > 0 || use.asked?.length !== 1) return [];
  const forms = bound.filter((one) => {
    const kinds = kindsIn(nameOfEntry(one));
    return one.kind === "item" && one.isAccessory !== true && kinds.length === 1 && kinds[0] === use.kind;
  });
  return forms.length > 1 && forms.every(({ verdict }) => verdict === "conditional") ? forms : [];
}

/** Tells whether a provision forbids exactly the use asked about and names no district. */
export function isBan({ standing, verdict, name }: UseProvision): boolean {
  return standing.kind === "general" && verdict === "prohibited" && name === "exact";
}

const textOfEntry = ({ evidence }: UseProvision) => evidence.cell?.label ?? evidence.text;
const nameOfEntry = (one: UseProvision) => nameOf(textOfEntry(one));

/** Whether one of the names is all that the question calls the use, and nothing more. */
function isPrinted({ use, text }: QuestionReading, names: readonly string[]): boolean {
  const asked = new Set(contentTerms(use ?? text));
  return names.some((one) => {
    const name = contentTerms(one);
    return name.length > 0 && name.length === asked.size && name.every((term) => asked.has(term));
  });
}

/** Whether a name tells a form of the use, all words of which the question says: "group day care homes" of several kinds of day care. */
function isOfFormAsked({ text, districts, useConcepts: [use] }: QuestionReading, name: string): boolean {
  if (/\d/.test(name)) return false;
  const ofKind = new Set([...(use?.phrases.flat() ?? []), ...generalNouns]);
  const form = contentTerms(name).filter((term) => !ofKind.has(term));
  const said = new Set(contentTerms(withoutDistricts(text, districts)));
  const isWhole = contentTerms(name).every((term) => said.has(term) || generalNouns.has(term));
  return form.length > 0 && isWhole;
}

const generalNouns: ReadonlySet<string> = new Set(
  contentTerms("home homes house facility facilities establishment use"),
);

/**
 * Bound to the district asked about by its column, row, list or heading; to none where none is asked about. A sentence that
 * forbids the use wherever it is, or permits it in all districts, binds everywhere: "Roosters are prohibited".
 */
function isBound(question: QuestionReading, provision: UseProvision): boolean {
  const { standing, evidence, ruling } = provision;
  const holds = ruling && reachOf(question, evidence, ruling) !== "other";
  // What a provision for no district rules depends on more than the use, which the model may have taken for another.
  if (question.useBy !== undefined && standing.kind !== "named") return false;
  if (ruling?.verdict === "prohibited" && !holds) return false;
  if (provision.verdict === "prohibited" && standing.kind === "general" && isBannedEverywhere(evidence)) return true;
  if (standing.kind !== "general") return standing.kind === "named" && question.districts.length > 0;
  if (isOfOtherUse(question, evidence)) return false;
  if (holds) return isOnLandAsked(question, evidence);
  return (
    question.districts.length === 0 &&
    evidence.passage.headingPath.length > 0 &&
    !schedule.test(headingsOf(evidence)[0] ?? "")
  );
}

/** A schedule of uses has a column for each district, even where its rows have lost theirs. */
const schedule = /\b(?:schedules?|tables?|charts?|matrix)\b|\buses by districts?\b/i;
