import {
  analyse,
  cuesIn,
  ownVerdict,
  permitsInCase,
  strictest,
  type UsesNamed,
  usesNamedIn,
  usesOfEntry,
  type Verdict,
  verdictIn,
} from "../../../ingest/index.ts";
import type { DistrictUse } from "../../../retrieval/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf, overlaps } from "../evidence/evidence.ts";
import { type Ruling, readRuling } from "../evidence/ruling-sentence.ts";
import { type District, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withoutFormsDenied } from "../question/use-by-model.ts";
import { conceptMatch, hasTrait, isEveryday } from "../question/use-words.ts";
import { isDefining } from "./amount-gate.ts";
import type { SourceSpan } from "./answer.ts";
import { type DistrictStanding, elsewhere, isOnlyOutside, isOnOtherMatter, standingOf } from "./district-match.ts";
import { verdictWithinLimits } from "./limited-ruling.ts";
import { limitsIn } from "./limits.ts";
import { leavesOutPartDenied } from "./parts-denied.ts";
import { withHomesNamed } from "./plain-entry.ts";
import { holderOf } from "./rule-evidence.ts";
import { isOfCase } from "./stated-ruling.ts";
import {
  belongingTo,
  exceptionOf,
  isExampleOf,
  isOnAllHomes,
  isOnUse,
  leavesOutUse,
  type NameFit,
  nameFit,
  nameOf,
} from "./use-names.ts";

/** Share of the things asked about that an entry must speak of. */
const enoughMatch = 0.6;
/** How much less near an entry is that may leave the use out. */
const farther = 0.45;

/** A provision that mentions the use asked about, and what it rules. */
export interface UseProvision {
  readonly evidence: Evidence;
  /** A cell of a use table, an item of a list of uses, a sentence that rules on the use itself, or any other sentence. */
  readonly kind: "cell" | "item" | "ruling" | "clause";
  /** Undefined where it is unclear. */
  readonly verdict: Verdict | undefined;
  readonly name: NameFit;
  /** The entries by which the district takes over the list of another one that holds the provision; empty for its own. */
  readonly takenOver?: readonly { readonly words: string; readonly span: SourceSpan }[];
  /** An entry of what is allowed names the use as left out of it. */
  readonly isLeftOut?: boolean;
  /** It rules on the use as one that belongs to another use of its lot, and says nothing of it as the main one. */
  readonly isAccessory?: boolean;
  /** An amount that the question tells keeps or breaks its limits, and so decides. */
  readonly isByLimit?: boolean;
  readonly standing: DistrictStanding;
  /** What a sentence rules, of the kind "ruling". */
  readonly ruling?: Ruling;
  /** How near it is to the question; orders what is quoted, and decides nothing. */
  readonly nearness: number;
}

/** What was read at ingest of the uses of a district, and the passages that hold it. */
export interface UsesRead {
  readonly uses: readonly DistrictUse[];
  readonly passages: readonly MarkedPassage[];
}

/**
 * Finds the provisions that mention the use asked about, nearest first: those that were read at ingest, and what else the
 * passages say of it. Those of other districts are left out.
 */
export function useProvisions(question: QuestionReading, evidence: readonly Evidence[], read: UsesRead) {
  const rules = provisionsOfRules(question, read);
  const isKnown = ({ evidence: one }: UseProvision) => rules.some(({ evidence: known }) => overlaps(known, one));
  const texts = evidence.flatMap(entriesIn).flatMap((one) => provisionOfText(question, one) ?? []);
  return [...rules, ...texts.filter((one) => !isKnown(one))].sort((a, b) => b.nearness - a.nearness);
}

/** The uses that an entry of a list names one by one; any other evidence as it is. */
function entriesIn(one: Evidence): Evidence[] {
  const parts = one.cell || verdictOfList(one) === undefined ? [one.text] : usesOfEntry(one.text);
  if (parts.length === 1) return [one];
  let at = 0;
  return parts.map((text) => {
    const from = one.text.indexOf(text, at);
    at = from + text.length;
    return { ...one, text, charStart: one.charStart + from, charEnd: one.charStart + at };
  });
}

/** Reads what rules on the uses of the districts of a question say of its use; a rule that no passage holds is left out. */
export function provisionsOfRules(question: QuestionReading, { uses, passages }: UsesRead): UseProvision[] {
  return uses.flatMap((rule): UseProvision[] => {
    const held = holderOf(rule, passages);
    const district = held && districtOfRule(rule, held, question.districts);
    if (!district || isOnlyOutside(rule.words, district)) return [];
    const where = rule.binding === "column" ? "column" : rule.binding === "sentence" ? "lead" : "heading";
    const standing = { kind: "named", where, district } as const;
    const takenOver = takenOverBy(rule, passages);
    if (!takenOver) return [];
    const provision = provisionOfRule(question, rule, { held, passages, standing });
    return provision.name === "other" ? [] : [{ ...provision, takenOver }];
  });
}

/**
 * The district asked about that a rule is of: by its code, or by the heading it stands under. A code of one letter says
 * nothing by itself ("A"), but its section is headed "Residence A District".
 */
export function districtOfRule(
  { districts, binding }: DistrictUse,
  { passage }: MarkedPassage,
  asked: readonly District[],
): District | undefined {
  const byCode = asked.find((one) => districts.some((code) => matchDistrict(code, one, true) === "named"));
  if (byCode || binding !== "heading" || districts.length !== 1) return byCode;
  const heading =
    passage.headingPath.findLast((text) => asked.some((one) => matchDistrict(text, one) !== "none")) ?? "";
  return asked.find((one) => matchDistrict(heading, one) === "named");
}

function provisionOfRule(
  question: QuestionReading,
  rule: DistrictUse,
  where: { held: MarkedPassage; passages: readonly MarkedPassage[]; standing: DistrictStanding },
): UseProvision {
  const { words, group, verdict, names } = rule;
  const one = evidenceOfUse(rule, where);
  if (one.cell === null) return provisionOfItem(question, one, { standing: where.standing, listed: verdict, names });
  const named = nameFit(question, words, names);
  const name = named !== "exact" && isExampleOf(question, words) ? "exact" : named;
  const isOfKind = conceptMatch(question.useConcepts, analyse(`${group} ${words}`)) >= enoughMatch;
  const isOut = isLeftOut(question, words, name) || isTemporaryOnly(question, `${words} ${group}`);
  return {
    evidence: one,
    kind: "cell",
    verdict: isOut ? undefined : verdict,
    name: (name === "exact" && isOut) || (name === "other" && isOfKind) ? "narrower" : name,
    isAccessory: isAccessoryOnly(question, `${words} ${group}`),
    standing: where.standing,
    nearness: nearnessOf(question, one, { name, kind: "cell", standing: where.standing }) - (isOut ? farther : 0),
  };
}

/** The entries that take over a use, where passages hold them; undefined where one is not held. */
export function takenOverBy(
  { takenOver, documentId }: DistrictUse,
  passages: readonly MarkedPassage[],
): UseProvision["takenOver"] {
  const entries = takenOver.map(({ words, span: { charStart, charEnd } }) => {
    const holder = holderOf({ documentId, charStart, charEnd }, passages);
    return holder && { words, span: { marker: holder.marker, charStart, charEnd } };
  });
  return entries.every((one) => one !== undefined) ? entries : undefined;
}

/** A rule on a use as evidence of the passage that holds it, with what explains the mark of a cell. */
export function evidenceOfUse(
  { source, cell, words, group, charStart, charEnd, documentId }: DistrictUse,
  {
    held: { marker, passage },
    passages,
  }: { readonly held: MarkedPassage; readonly passages: readonly MarkedPassage[] },
): Evidence {
  const place = source?.span ? { ...source.span, documentId } : undefined;
  const holder = place && holderOf(place, passages);
  const span = place && holder && { marker: holder.marker, charStart: place.charStart, charEnd: place.charEnd };
  const own = { marker, passage, charStart, charEnd, before: "" };
  if (cell === null) {
    const lead = source?.span ? source.words : "";
    return { ...own, text: words, lead, leadSpan: span ?? null, cell: null };
  }
  const text = passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart);
  const { column, value, charStart: at } = cell;
  const explained = source ? { explained: { meaning: source.said, span: span ?? null } } : {};
  return {
    ...{ ...own, text, lead: "", leadSpan: null },
    cell: { ...{ label: words, group, column, value, charStart: at }, ...explained },
  };
}

/** What a text of a passage says of the use: an item of a list by its list, a sentence by itself. */
function provisionOfText(question: QuestionReading, one: Evidence): UseProvision | undefined {
  const names = one.cell || !isEntry(one.text) ? {} : usesNamedIn(one.text);
  const [use] = question.useConcepts;
  const isSaid =
    conceptMatch(question.useConcepts, analyse(speakingOfUses(one.cell?.label ?? one.text))) >= enoughMatch;
  if (!isSaid && (use?.kind === undefined || !Object.hasOwn(names, use.kind))) return undefined;
  const standing = standingOf(one, question.districts);
  if (question.districts.length > 0 && standing.kind === "other") return undefined;
  const isElsewhere = isOnOtherMatter(one) && !elsewhere.test(question.text);
  const listed = one.cell ? undefined : verdictOfList(one);
  if (listed !== undefined && isEntry(one.text))
    return provisionOfItem(question, one, { standing, listed, names, isElsewhere });
  const clauses = one.cell ? [] : one.text.split(/;\s+/);
  const limited = clauses
    .map((clause) => verdictWithinLimits(question, clause))
    .find((verdict) => verdict !== undefined);
  const ruling = clauses.map((clause) => rulingOnUse(question, one, clause)).find((each) => each !== undefined);
  const said = limited ?? (ruling?.verdict === "permitted" ? verdictIn(one.text) : ruling?.verdict);
  // "Electronic message boards are prohibited" forbids them wherever it stands.
  const ruled = isElsewhere && said !== "prohibited" ? undefined : said;
  const kind = ruled ? "ruling" : "clause";
  const name = !ruled ? "other" : isAccessoryOnly(question, accessoryText(one)) ? "narrower" : "exact";
  const verdict = ruled ?? (isElsewhere ? undefined : verdictIn(one.text));
  const near = nearnessOf(question, one, { name, kind, standing, isElsewhere, verdict });
  const isOut = isAmongExceptions(question, one);
  const isByLimit = limited !== undefined && limited === ruled;
  const read = {
    evidence: one,
    kind,
    verdict,
    name,
    standing,
    isByLimit,
    nearness: near - (isOut ? farther : 0),
  } as const;
  return ruling ? { ...read, ruling } : read;
}

/** What is known of an item beside its text. */
interface ListedItem {
  readonly standing: DistrictStanding;
  /** The verdict of its list. */
  readonly listed: Verdict;
  readonly names: UsesNamed;
  readonly isElsewhere?: boolean;
}

/** What an item of a list rules on the use asked about. */
function provisionOfItem(
  question: QuestionReading,
  one: Evidence,
  { standing, listed, names, isElsewhere = false }: ListedItem,
): UseProvision {
  const isOfAllHomes = listed === "prohibited" && isOnAllHomes(question, one.text);
  const named = isOfAllHomes ? "exact" : nameFit(question, one.text, names);
  const fit = named !== "exact" && isExampleOf(question, one.text) ? "exact" : named;
  const base = { evidence: one, kind: "item", standing } as const;
  if (fit !== "exact" && listed !== "prohibited" && !rulesItself.test(one.text) && leavesOutUse(question, one.text)) {
    const nearness = nearnessOf(question, one, { name: "exact", kind: "item", standing });
    return { ...base, verdict: "prohibited", name: "exact", isLeftOut: true, nearness };
  }
  const isOut = isLeftOut(question, one.text, fit);
  const isAccessory = isAccessoryOnly(question, accessoryText(one));
  const name = fit === "exact" && isOut ? "narrower" : fit;
  const own = ownVerdict(one.text);
  // An entry of a permissive list that forbids something rules nothing.
  const verdict = own === "prohibited" && listed !== own ? undefined : strictest(own ? [listed, own] : [listed]);
  // The mark of a row that was not read as one may say the opposite of the heading above.
  const isOfAccessory =
    isAccessory && listed === "permitted" && permitsInCase(one.lead) && !atOwnPlace.test(question.text);
  const isCase = isOut || isElsewhere || isOfAccessory || one.text.includes("|");
  const nearness = nearnessOf(question, one, { name, kind: "item", standing, isElsewhere, verdict });
  return {
    ...base,
    verdict: isCase ? undefined : verdict,
    name,
    isAccessory,
    nearness: nearness - (isOut ? farther : 0),
  };
}

/** What somebody wants beside what there is at home, on a farm or at a business belongs to that. */
const atOwnPlace =
  /\b(?:at home|we farm|(?:my|our)\s+(?:own\s+)?(?:[\w-]+\s+){0,2}?(?:house|home|(?:back|front)?\s?yard|driveway|garage|farm|farmland|barn|property|land|place|fields?))\b/i;

/** A sentence that permits its subject. It is not an entry of a list, and other provisions decide on what it excludes. */
const rulesItself = /\b(?:is|are|shall be|may be)\s+(?:permitted|allowed)\b/i;

/** A lead that introduces what an entry leaves out: "(b) stores for retail trade, excluding:". */
const leavingOut =
  /\b(?:excluding|except(?:ing)?(?: for)?|other than|with the exception of|not including)(?: the following)?\s*:?\s*$/i;

/** What a list rules by the line that introduces it and the headings above, the strictest deciding; undefined for no list. */
export function verdictOfList({ lead, passage }: Evidence): Verdict | undefined {
  if (leavingOut.test(lead)) return "prohibited";
  const headings = passage.headingPath.toReversed().slice(0, 3);
  const said = [lead, ...headings].flatMap((text) => {
    const verdicts = new Set(cuesIn(text).map((cue) => cue.verdict));
    const isMixed = verdicts.has("permitted") && verdicts.has("prohibited") && text !== lead;
    return isMixed || text === "" ? [] : (verdictIn(text) ?? []);
  });
  const strict = strictest(said);
  return strict === "permitted" && permitsInCase(lead.replace(accessoryUses, " ")) ? undefined : strict;
}

/** What a list of accessory uses is of: no case in which it permits, though it says nothing of them as main uses. */
const accessoryUses = /\baccessory\s+(?:(?:buildings?|structures?|uses?)\b(?:\s*,\s*|\s+)?(?:(?:and|or)\s+)?)+/gi;

const longestEntry = 500;
const predicate = /\b(?:shall|must|may|is|are|was|were|will|can|cannot)\b/i;

/** An entry of a list names a use; a sentence about the use has a verb where the name would end. */
function isEntry(text: string): boolean {
  return text.length <= longestEntry && !predicate.test(nameOf(text)) && !/^\W*(?:no|any other)\b/i.test(text);
}

/** The ruling of a sentence on exactly the use asked about; none that is for some case or excepts one. */
function rulingOnUse(question: QuestionReading, one: Evidence, text: string): Ruling | undefined {
  const ruling = readRuling(text);
  if (ruling?.act !== "" || nameFit(question, ruling.subject) !== "exact") return undefined;
  // "No drive-through shall be permitted" conditions the use of its section; no other use has roosters for a part.
  if (/^\W*no\b/i.test(text) && !hasTrait(question.useConcepts[0]?.kind, "accessory")) return undefined;
  if (limitsIn(question, ruling.where).length > 0) return undefined;
  const isSome = ruling.verdict === "permitted" ? isOfCase(question, one, ruling) : ruling.exception !== "";
  return isSome ? undefined : ruling;
}

/** A district's name, and people who do something, and verbs: "Single-Family Districts", "manufacturer's agent", "officer" and "stored" speak of no use. */
const notUses =
  /\b(?:[A-Z][\w-]*[ \t]+){1,6}(?:Zoning[ \t]+)?(?:Districts?|DISTRICTS?|Zones?|ZONES?)\b|\b[\w-]+(?:er|or)['’]s\b(?!\s+(?:establishments?|parlou?rs?|plants?|shops?|stores?|studios?|yards?)\b)|\b(?:[Oo]fficers?|[Oo]fficials?|[Ss]tored|[Ss]igned)\b/g;

function speakingOfUses(text: string): string {
  return withHomesNamed(text).replace(notUses, " ").replace(belongingTo, " beside ");
}

/** Whether the use may be among what an entry leaves out; an entry that opens with its very name leaves other things out. */
function isLeftOut(question: QuestionReading, entry: string, name: NameFit): boolean {
  const exception = exceptionOf(entry);
  if (exception === "" || leavesOutPartDenied(question.text, exception)) return false;
  const asked = new Set(contentTerms(withoutFormsDenied(question.text)));
  const named = contentTerms(nameOf(entry));
  return !isOnUse(name) || contentTerms(exception).some((term) => !named.includes(term) && asked.has(term));
}

function accessoryText({ lead, passage, text }: Evidence): string {
  return [text.slice(0, 60), lead, ...passage.headingPath.slice(-2)].join("\n");
}

/** A list of accessory uses says nothing about the same use as the main one. */
function isAccessoryOnly(question: QuestionReading, text: string): boolean {
  const isAsked = /\baccessory\b/i.test(question.text);
  const isByNature = question.useConcepts.some(({ kind }) => hasTrait(kind, "accessory"));
  return !isAsked && !isByNature && /\baccessory\b/i.test(text) && !/\b(?:principal|main|primary)\b/i.test(text);
}

/** A list of uses for a short time says nothing about the same use for good. */
function isTemporaryOnly({ text }: QuestionReading, named: string): boolean {
  const ofTime = /\b(?:temporar\w*|seasonal\w*|short[- ]term)\b/i;
  return /\btemporary\b/i.test(named) && !ofTime.test(text) && !/\b(?:days?|weeks?|months?)\b/i.test(text);
}

function nearnessOf(
  question: QuestionReading,
  one: Evidence,
  read: Pick<UseProvision, "name" | "kind" | "standing"> & { isElsewhere?: boolean; verdict?: Verdict | undefined },
): number {
  const text = one.cell?.label ?? one.text;
  return (
    conceptMatch(question.useConcepts, analyse(text)) * 0.4 +
    (read.name === "exact" || read.name === "limited" ? 0.3 : read.name === "narrower" ? 0.1 : 0) +
    (read.kind !== "clause" ? 0.4 : read.verdict ? 0.3 : 0.1) +
    (read.standing.kind === "named" ? 0.35 : ownSection(question, one)) +
    one.passage.score * 0.2 -
    (read.isElsewhere === true ? 0.35 : 0) -
    Math.min(text.length / 4_000, 0.15)
  );
}

/** How near the title of its section brings a provision: "Keeping of chickens" says of them what no list does. */
function ownSection({ useConcepts }: QuestionReading, one: Evidence): number {
  const isTold = one.cell === null && !isDefining(one) && !useConcepts.every(isEveryday);
  const titles = isTold ? headingsOf(one).slice(0, 2) : [];
  const at = titles.findIndex((title) => conceptMatch(useConcepts, analyse(title)) >= enoughMatch);
  return [0.35, 0.2][at] ?? 0;
}

/** Whether a provision names the use asked about among what it leaves out. */
export const isAmongExceptions = ({ useConcepts }: QuestionReading, { text }: Evidence) =>
  conceptMatch(useConcepts, analyse(exceptionOf(text))) >= enoughMatch;

/** Whether a provision is of a section entitled after the use asked about. */
export const isOfOwnSection = (question: QuestionReading, one: Evidence) => ownSection(question, one) > 0;
