import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import type { District } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { mayTakeIn } from "../question/use-classes.ts";
import { conceptMatch } from "../question/use-words.ts";
import {
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  type SourceSpan,
  spanOf,
  spansWithLabels,
} from "./answer.ts";
import { catchAllFor } from "./catch-all.ts";
import { type DistrictStanding, useStandingOf } from "./district-match.ts";
import { elsewhere, withWord, wording } from "./ruling.ts";
import { isSame } from "./use-references.ts";
import { otherTermsOf } from "./use-umbrellas.ts";
import { referencesOf } from "./uses-by-reference.ts";
import { verdictIn } from "./verdicts.ts";

/** A passage begins after its section's heading. */
const headingRoom = 240;
const longestChain = 4;
const weighty = 0.6;

/** "An office in the dwelling of its owner" lists an office: where it is to be is not what is listed. */
const inBuilding =
  /\b(?:in|within|on|inside)\s+(?:the|an?|any|such|said|his|her|their)\s+(?:[\w-]+\s+){0,2}?(?:dwellings?|houses?|residences?|homes?|buildings?|premises|lots?)\b/gi;

/** What was found of a district's lists of uses: the entries, and the line or row that stands for the list. */
interface ReadLists {
  readonly entries: readonly Evidence[];
  readonly introduction: Evidence;
  readonly isOwnLine: boolean;
}

/**
 * Tells that a use does not stand in a district's lists: prohibited where the law says that what is not listed is, else
 * "not listed".
 *
 * Only when the district's list was read whole, those of the districts it takes over included, and holds no wider word
 * that may take the use in.
 */
export function answerUnlisted(
  question: QuestionReading,
  evidence: readonly Evidence[],
  isKnown: boolean,
): ExtractiveAnswer {
  const [district] = question.districts;
  const kinds = question.useConcepts.filter(({ weight }) => weight >= weighty);
  if (!district || kinds.length === 0) return noAnswer;
  const own = readLists([district], evidence);
  if (!own) return noAnswer;
  const lists = [own];
  for (const other of takenOver([district], evidence)) {
    const read = readLists([other], evidence);
    if (!read) return noAnswer;
    lists.push(read);
  }
  const entries = lists.flatMap((list) => list.entries);
  const defined = otherTermsOf(question, evidence).map((term) => analyse(term).join(" "));
  const mayHoldIt = entries.some((one) => {
    const told = (one.cell ? `${one.cell.group}: ${one.cell.label}` : one.text).replace(inBuilding, " ");
    const stems = analyse(asLabel(told)).join(" ");
    if (defined.some((term) => term !== "" && stems.startsWith(term))) return false;
    return kinds.some((kind) => conceptMatch([kind], analyse(told)) === 1) || mayTakeIn(told, question.useConcepts);
  });
  if (mayHoldIt) return noAnswer;
  const catchAll = catchAllFor(question, evidence);
  const isOfAKind = kinds.every(({ kind }) => kind !== undefined);
  if (catchAll && isOfAKind) return prohibited(question, district, own, catchAll);
  return isKnown ? notListed(question, district, own) : noAnswer;
}

function prohibited(
  question: QuestionReading,
  district: District,
  own: ReadLists,
  catchAll: Evidence,
): ExtractiveAnswer {
  const text = `${wording.prohibited} in the ${withWord(district.printed)}: ${quotedUse(question)} is not among the uses found there, and the law says: ${asLabel(catchAll.text)}`;
  return {
    status: "answered",
    sentences: [{ text: asSentence(text), spans: [spanOf(catchAll), ...listSpans(own)] }],
  };
}

function notListed(question: QuestionReading, district: District, own: ReadLists): ExtractiveAnswer {
  const { introduction, isOwnLine } = own;
  const line = introduction.cell
    ? introduction.lead
    : isOwnLine
      ? introduction.text
      : introduction.lead || headingsOf(introduction)[0];
  const quoted = asLabel(line ?? "").slice(0, 140);
  const under = quoted === "" ? "" : ` under “${quoted}”`;
  const text = `Not listed: ${quotedUse(question)} does not stand among the uses found for the ${withWord(district.printed)}${under}`;
  return { status: "partial", sentences: [{ text: asSentence(text), spans: listSpans(own) }] };
}

/** The use as asked; one asked for with a number by its kind, since the number stands in no source. */
function quotedUse({ use, useConcepts }: QuestionReading): string {
  return `“${use !== null && !/\d/.test(use) ? use : (useConcepts[0]?.kind ?? "the use")}”`;
}

/** The list itself as far as one passage holds it, and the line that introduces it. */
function listSpans({ introduction, isOwnLine, entries }: ReadLists): SourceSpan[] {
  const near = entries.filter((one) => one.marker === introduction.marker && one.cell === null);
  const spans = spansWithLabels(introduction, { header: introduction.cell !== null, lead: !isOwnLine });
  const [first] = near;
  const last = near.at(-1);
  if (!first || !last) return spans;
  const { marker } = introduction;
  return [...spans, { marker, charStart: first.charStart, charEnd: Math.max(last.charEnd, first.charEnd) }];
}

/** The districts whose uses a district's list takes over, and those that theirs take over. */
function takenOver(from: readonly District[], evidence: readonly Evidence[]): District[] {
  const found: District[] = [];
  let latest = [...from];
  for (let step = 0; step < longestChain && latest.length > 0; step++) {
    const next = latest
      .flatMap((one) => referencesOf([one], evidence).flatMap((reference) => reference.districts))
      .filter((one) => ![...from, ...found].some((other) => isSame(one, other)));
    found.push(...next);
    latest = next;
  }
  return found;
}

/** Reads the lists of uses of a district; undefined unless one of what is permitted was read whole. */
function readLists(districts: readonly District[], evidence: readonly Evidence[]): ReadLists | undefined {
  const named = evidence.flatMap((one) => {
    if (
      headingsOf(one)
        .slice(0, 2)
        .some((heading) => elsewhere.test(heading))
    )
      return [];
    const standing = useStandingOf(one, districts);
    return standing.kind === "named" && isOfList(one, standing) ? [{ one, standing }] : [];
  });
  const introductions = named.flatMap(({ one, standing }) => {
    const isOwnLine = one.cell === null && isListIntroduction(one.text);
    const [heading = ""] = headingsOf(one);
    const isIntroduced =
      isOwnLine ||
      isListIntroduction(one.lead) ||
      (one.cell !== null && standing.where === "column") ||
      (isListHeading(heading) && one.text.length < 400);
    return isIntroduced && isWhole(one, evidence) ? [{ one, isOwnLine }] : [];
  });
  const [best] = introductions.sort(
    (a, b) => Number(b.isOwnLine) - Number(a.isOwnLine) || b.one.passage.score - a.one.passage.score,
  );
  if (!best) return undefined;
  const tables = new Set(named.flatMap(({ one }) => (one.cell ? [placeOf(one)] : [])));
  const rows = evidence.filter((one) => one.cell !== null && tables.has(placeOf(one)));
  const entries = [
    ...named.map(({ one }) => one).filter((one) => one.cell === null && !isIntention(one.text)),
    ...rows,
  ];
  const allowing = entries.filter((one) => verdictOfList(one) !== "prohibited");
  return { entries: allowing, introduction: best.one, isOwnLine: best.isOwnLine };
}

function placeOf({ passage }: Evidence): string {
  return `${passage.documentId} ${passage.parent.charStart}`;
}

/** Evidence that stands in a list of uses: a cell, an entry under a line or heading about uses, or that line. */
function isOfList(one: Evidence, standing: DistrictStanding): boolean {
  if (one.cell) return standing.kind === "named" && standing.where !== "label" && isOfUseTable(one, one.cell);
  const [heading = ""] = headingsOf(one);
  return [one.text.slice(0, 300), one.lead, heading].some((text) =>
    /\buses?\b|\bactivities\b|\bpurposes\b/i.test(text),
  );
}

/** A table of dimensions has columns for districts too, and lists no uses. */
function isOfUseTable(one: Evidence, { labelHead, value }: TableCellEvidence): boolean {
  const titles = [labelHead, one.lead, headingsOf(one)[0] ?? ""];
  return titles.some((title) => /\buses?\b|\bactivit/i.test(title)) || /^(?:[A-Z]{1,3}\d?|\W?)$/i.test(value.trim());
}

function verdictOfList(one: Evidence) {
  if (one.cell) return undefined;
  const stated = one.lead === "" ? undefined : verdictIn(one.lead);
  return stated ?? verdictIn(headingsOf(one)[0] ?? "");
}

function isIntention(text: string): boolean {
  return /\b(?:intended|intent|purpose of|meant|designed)\b/i.test(text);
}

/** What a list leaves out can only be told from the whole of it: the passages at hand cover its section. */
function isWhole(one: Evidence, evidence: readonly Evidence[]): boolean {
  const { parent, documentId } = one.passage;
  const spans = [
    ...new Set(evidence.map(({ passage }) => passage).filter((held) => held.documentId === documentId)),
  ].sort((a, b) => a.charStart - b.charStart);
  let reached = parent.charStart + headingRoom;
  for (const { charStart, charEnd } of spans) if (charStart <= reached + 2) reached = Math.max(reached, charEnd);
  return reached >= parent.charEnd - 4;
}

function isListHeading(heading: string): boolean {
  return (
    heading.length < 90 &&
    verdictIn(heading) === "permitted" &&
    /\buses?\b/i.test(heading) &&
    !/\baccessory\b/i.test(heading)
  );
}

function isListIntroduction(text: string): boolean {
  const start = text.slice(0, 300);
  const isAboutUses =
    /\b(?:following|principal|permitted|allowed|authorized|by[- ]right)\s+(?:[\w-]+\s+){0,3}(?:uses|activities)\b|\b(?:uses|activities)\b[^.;]{0,60}\b(?:shall be|are)\s+permitted\b|\buses permitted\b|\bused\b[^.;]{0,30}\bfor\b[^.;]{0,30}\bfollowing (?:uses|purposes)\b/i.test(
      start,
    );
  const isIntroducing = /\bfollowing\b|:/i.test(start) || text.length < 90;
  const districtsNamed = new Set(start.match(/\b[A-Z]{1,3}-?\d{1,3}[A-Z]?\b|\b[A-Z]{2,3}\b/g) ?? []).size;
  const isPermitting = verdictIn(start) === "permitted" || /\bused only for\b/i.test(start);
  return isAboutUses && isIntroducing && districtsNamed <= 3 && !/\baccessory\b/i.test(start) && isPermitting;
}
