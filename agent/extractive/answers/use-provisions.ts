import { analyse, cuesIn, type Verdict, verdictIn } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { amountFit, isOppositeCase } from "../question/use-amounts.ts";
import { conceptMatch, firstMention } from "../question/use-words.ts";
import { type DistrictStanding, standingOf, useStandingOf } from "./district-match.ts";
import { elsewhere, enoughMatch } from "./ruling.ts";
import type { SymbolMeaning } from "./symbol-meaning.ts";
import { blankCellOf, readMark, rowsOfUse } from "./use-cells.ts";
import { forbidsElsewhere, readMention, speakingOfUses } from "./use-mention.ts";
import { exceptionOf, isExampleOf, leavesOutUse, type NameFit, nameFit, nameOf } from "./use-names.ts";
import { verdictOnUse } from "./use-sentences.ts";

/** A provision that mentions the use asked about, and what it rules. */
export interface UseProvision {
  readonly evidence: Evidence;
  /** A cell of a use table, an item of a list of uses, a sentence that rules on the use itself, or any other sentence. */
  readonly kind: "cell" | "item" | "ruling" | "clause";
  /** Read from the cell and its legend, from the lead and headings of the list, or from the clause; undefined when unclear. */
  readonly verdict: Verdict | undefined;
  readonly explained: SymbolMeaning | undefined;
  readonly name: NameFit;
  /** An entry of what is allowed names the use as left out of it. */
  readonly isLeftOut?: boolean;
  /** A clause of the entry that asks for the approval. */
  readonly approval?: Evidence;
  /** The use is mentioned as such: not as an example, not narrowed down, not left out. */
  readonly isPlainMention: boolean;
  readonly standing: DistrictStanding;
  /** How near it is to the question; orders what is quoted, and decides nothing. */
  readonly nearness: number;
}

/** Finds the provisions that mention the use asked about, nearest first; those of other districts are left out. */
export function useProvisions(question: QuestionReading, evidence: readonly Evidence[]): UseProvision[] {
  return [...provisionsOfRows(question, evidence), ...provisionsOfTexts(question, evidence)].sort(
    (a, b) => b.nearness - a.nearness,
  );
}

function provisionsOfRows(question: QuestionReading, evidence: readonly Evidence[]): UseProvision[] {
  return rowsOfUse(question, evidence).flatMap((cells) => {
    const marked = cells.filter((one) => one.cell !== null && !measuring.test(one.cell.column));
    const read = marked.map((one) => ({ one, ...readMark(one, evidence) }));
    if (question.districts.length === 0) {
      const verdicts = new Set(read.map(({ verdict }) => verdict));
      const [first] = read;
      const shared = verdicts.size === 1 ? first?.verdict : undefined;
      if (!first) return [];
      const one = shared === undefined ? wholeRow(first.one, marked) : first.one;
      return [provisionOfCell(question, { ...first, one }, { kind: "general" }, shared)];
    }
    const blank = blankCellOf(cells, question, evidence);
    const all = blank ? [...read, { one: blank, verdict: undefined, explained: undefined }] : read;
    return all.flatMap((cell) => {
      const standing = standingOf(cell.one, question.districts);
      const isStatus = cell.one.cell?.column === "" || statusColumn.test(cell.one.cell?.column ?? "");
      const isOwn = standing.kind === "named" && (standing.where === "column" || isStatus);
      return isOwn ? [provisionOfCell(question, cell, standing, cell.verdict)] : [];
    });
  });
}

/** A row as one value, for questions that name no district: "R-1: N; GC: P". */
function wholeRow(first: Evidence, row: readonly Evidence[]): Evidence {
  if (!first.cell) return first;
  const value = row.map(({ cell }) => `${cell?.column ?? ""}: ${cell?.value ?? ""}`).join("; ");
  return { ...first, cell: { ...first.cell, column: "", value } };
}

/** Columns of sizes and references, in which a mark rules on nothing. */
const measuring =
  /\b(?:sizes?|areas?|heights?|numbers?|setbacks?|yards?|width|depth|distance|minimum|maximum|min|max|spaces?|parking|standards?|requirements?|conditions?|notes?|sections?|references?)\b/i;
/** Columns of codes that have one table for each district. */
const statusColumn =
  /\b(?:permit\w*|uses? allowed|allow\w*|status|approvals?|process|procedure|authoriz\w*|by right)\b/i;

/** What a cell of a use table rules on the use asked about. */
export function provisionOfCell(
  question: QuestionReading,
  { one, explained }: { readonly one: Evidence; readonly explained: SymbolMeaning | undefined },
  standing: DistrictStanding,
  verdict: Verdict | undefined,
): UseProvision {
  const { label = "", group = "" } = one.cell ?? {};
  const own = nameFit(question, label);
  const name = own === "other" && group !== "" ? "narrower" : own;
  const isOut = isLeftOut(question, label, name);
  const isCase = isOtherCase(question, label) || isOut;
  const isNarrower = isOut || isAccessoryOnly(question, `${label} ${group}`);
  return {
    evidence: one,
    kind: "cell",
    verdict: isCase ? undefined : verdict,
    explained,
    name: isNarrower && name === "exact" ? "narrower" : name,
    isPlainMention: !isCase,
    standing,
    nearness: nearnessOf(question, one, { name, kind: "cell", standing, isElsewhere: false }),
  };
}

function provisionsOfTexts(question: QuestionReading, evidence: readonly Evidence[]): UseProvision[] {
  return evidence.flatMap((one): UseProvision[] => {
    const spoken = one.cell ? "" : speakingOfUses(one.text);
    if (spoken === "" || conceptMatch(question.useConcepts, analyse(spoken)) < enoughMatch) return [];
    const mention = firstMention(question.useConcepts, spoken);
    if (mention === undefined) return [];
    const standing = useStandingOf(one, question.districts);
    if (question.districts.length > 0 && standing.kind === "other") return [];
    const isElsewhere = headingsOf(one)
      .slice(0, 2)
      .some((heading) => elsewhere.test(heading) && !elsewhere.test(question.text));
    const how = readMention(question, one.text, mention);
    const listed = verdictOfList(one);
    const isItem = listed !== undefined && isEntry(one.text);
    const ruled = isItem || isElsewhere ? undefined : verdictOnUse(question, one.text);
    if (isItem) return [provisionOfItem(question, one, { standing, listed, isElsewhere })];
    const kind = ruled ? "ruling" : "clause";
    const verdict = ruled ?? verdictIn(one.text);
    const name = ruled ? (isAccessoryOnly(question, accessoryText(one)) ? "narrower" : "exact") : "other";
    const isCase = isOtherCase(question, one.text) || how.leavesOut;
    return [
      {
        evidence: one,
        kind,
        verdict: isCase || isElsewhere ? undefined : verdict,
        explained: undefined,
        name,
        isPlainMention: !how.isAside && how.narrowing === 0 && !how.leavesOut,
        standing,
        nearness: nearnessOf(question, one, { name, kind, standing, isElsewhere, isAside: how.isAside, verdict }),
      },
    ];
  });
}

/** What an item of a list rules on the use asked about; `listed` is the verdict of the list. */
export function provisionOfItem(
  question: QuestionReading,
  one: Evidence,
  {
    standing,
    listed,
    isElsewhere = false,
  }: { readonly standing: DistrictStanding; readonly listed: Verdict; readonly isElsewhere?: boolean },
): UseProvision {
  const fit = fitOfItem(question, one.text);
  if (fit !== "exact" && listed !== "prohibited" && leavesOutUse(question, one.text))
    return leftOutOf(question, one, standing);
  const how = readMention(question, one.text, firstMention(question.useConcepts, one.text) ?? 0);
  const isOut = isLeftOut(question, one.text, fit);
  const isNarrower = isOut || isAccessoryOnly(question, accessoryText(one));
  const name = fit === "exact" && isNarrower ? "narrower" : fit;
  const isCase = isOtherCase(question, one.text) || how.leavesOut || isOut;
  const verdict = strictest(listed, ownVerdict(one.text));
  return {
    evidence: one,
    kind: "item",
    verdict: isCase || isElsewhere ? undefined : verdict,
    explained: undefined,
    name,
    isPlainMention: !how.isAside && how.narrowing === 0 && !how.leavesOut,
    standing,
    nearness: nearnessOf(question, one, { name, kind: "item", standing, isElsewhere, isAside: how.isAside, verdict }),
  };
}

/** How an item fits the use: by its name, or by an example of a wider use that it gives. */
function fitOfItem(question: QuestionReading, text: string): NameFit {
  const fit = nameFit(question, text);
  return fit !== "exact" && isExampleOf(question, text) ? "exact" : fit;
}

/** An entry of what is allowed that names the use asked about as left out. */
function leftOutOf(question: QuestionReading, one: Evidence, standing: DistrictStanding): UseProvision {
  const fit = { name: "exact", kind: "item", standing, isElsewhere: false } as const;
  return {
    ...{ evidence: one, kind: "item", verdict: "prohibited", explained: undefined, name: "exact", isLeftOut: true },
    ...{ isPlainMention: true, standing, nearness: nearnessOf(question, one, fit) },
  };
}

const order: readonly Verdict[] = ["permitted", "conditional", "prohibited"];

/** The stricter of what a list and its entry say; undefined where an entry of a permissive list forbids something. */
function strictest(listed: Verdict, own: Verdict | undefined): Verdict | undefined {
  if (own === undefined || own === listed) return listed;
  if (own === "prohibited") return undefined;
  return order.indexOf(own) > order.indexOf(listed) ? own : listed;
}

/** What an entry adds to its list: an approval it asks for, or something it forbids. */
function ownVerdict(text: string): Verdict | undefined {
  const verdicts = new Set(cuesIn(text).map((cue) => cue.verdict));
  return verdicts.has("prohibited") ? "prohibited" : verdicts.has("conditional") ? "conditional" : undefined;
}

/** A lead that permits only in some case: what it introduces is not permitted at large. */
const caseOnly =
  /\b(?:if|when|where|whenever|unless|only (?:if|when|in|within|by|on)|existing|in conjunction with|as part of|within an?|accessory to|incidental to|in connection with)\b/i;

/** A lead that introduces what an entry leaves out: "(b) stores for retail trade, excluding:". */
const leavingOut =
  /\b(?:excluding|except(?:ing)?(?: for)?|other than|with the exception of|not including)(?: the following)?\s*:?\s*$/i;

/** What a list rules by the line that introduces it and the headings above, the strictest deciding; undefined for no list. */
function verdictOfList({ lead, passage }: Evidence): Verdict | undefined {
  if (leavingOut.test(lead)) return "prohibited";
  const headings = passage.headingPath.toReversed().slice(0, 3);
  const said = [lead, ...headings].flatMap((text) => {
    const verdicts = new Set(cuesIn(text).map((cue) => cue.verdict));
    const isMixed = verdicts.has("permitted") && verdicts.has("prohibited") && text !== lead;
    return isMixed || text === "" ? [] : (verdictIn(text) ?? []);
  });
  const [strict] = said.toSorted((a, b) => order.indexOf(b) - order.indexOf(a));
  return strict === "permitted" && caseOnly.test(lead) ? undefined : strict;
}

const longestEntry = 500;
const predicate = /\b(?:shall|must|may|is|are|was|were|will|can|cannot)\b/i;

/** An entry of a list names a use; a sentence about the use has a verb where the name would end. */
function isEntry(text: string): boolean {
  return text.length <= longestEntry && !predicate.test(nameOf(text)) && !/^\W*(?:no|any other)\b/i.test(text);
}

/** Whether the use may be among what an entry leaves out; an entry that opens with its very name leaves other things out. */
function isLeftOut(question: QuestionReading, entry: string, name: NameFit): boolean {
  const exception = exceptionOf(entry);
  if (exception === "") return false;
  const asked = new Set(contentTerms(question.text));
  const named = contentTerms(nameOf(entry));
  const told = contentTerms(exception).filter((term) => !named.includes(term));
  return name !== "exact" || told.some((term) => asked.has(term));
}

function isOtherCase(question: QuestionReading, text: string): boolean {
  return isOppositeCase(question.text, text) || amountFit(question.text, text) === "beyond";
}

/** Uses that are accessory by nature. */
const accessoryKinds = new Set([
  "accessory dwelling unit",
  "home occupation",
  "shed",
  "swimming pool",
  "fence",
  "deck",
  "driveway",
  "sign",
  "solar",
  "wind",
  "chicken",
  "bees",
  "garage sale",
  "tree",
]);

function accessoryText({ lead, passage, text }: Evidence): string {
  return [text.slice(0, 60), lead, passage.headingPath.at(-1) ?? ""].join("\n");
}

/** A list of accessory uses says nothing about the same use as the main one. */
function isAccessoryOnly(question: QuestionReading, text: string): boolean {
  const isAsked = /\baccessory\b/i.test(question.text);
  const isByNature = question.useConcepts.some(({ kind }) => kind !== undefined && accessoryKinds.has(kind));
  return !isAsked && !isByNature && /\baccessory\b/i.test(text) && !/\b(?:principal|main|primary)\b/i.test(text);
}

function nearnessOf(
  question: QuestionReading,
  one: Evidence,
  read: {
    readonly name: NameFit;
    readonly kind: UseProvision["kind"];
    readonly standing: DistrictStanding;
    readonly isElsewhere: boolean;
    readonly isAside?: boolean;
    readonly verdict?: Verdict | undefined;
  },
): number {
  const text = one.cell?.label ?? one.text;
  const isGeneral = question.districts.length > 0 && read.standing.kind === "general";
  return (
    conceptMatch(question.useConcepts, analyse(text)) * 0.4 +
    (read.name === "exact" || read.name === "limited" ? 0.3 : read.name === "narrower" ? 0.1 : 0) +
    (read.kind !== "clause" ? 0.4 : read.verdict ? 0.3 : 0.1) +
    (read.standing.kind === "named" ? 0.35 : 0) +
    one.passage.score * 0.2 -
    (read.isElsewhere ? 0.35 : 0) -
    (read.isAside === true ? 0.2 : 0) -
    (isGeneral && !forbidsElsewhere(one.text) ? 0.1 : 0) -
    Math.min(text.length / 4_000, 0.15)
  );
}
