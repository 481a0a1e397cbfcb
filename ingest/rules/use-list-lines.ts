import { readLead } from "../lexicon/list-leads.ts";
import { usesNamedIn } from "../lexicon/uses-named.ts";
import { permitsInCase, type Verdict } from "../lexicon/verdicts.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** Longer lines are running text. */
const longestLine = 3000;
/** What a list is of: "uses", "uses and structures", "uses of land". */
export const listed = "(?:land )?uses?(?:,? (?:and|or|of) (?:land|premises|buildings?|structures?))*";
/** The title of a list before its first entry: "A. Principal uses permitted.", "(d) Special exceptions.", "Uses permitted by special use permit." */
export const listTitle = new RegExp(
  [
    String.raw`^\W*(?:(?:\(?[A-Za-z0-9]{1,3}[.)])\s+)?(?:(?:permitted|permissible|allowed|prohibited|principal|main|primary|accessory|conditional|special|(?:use )?permit|exception|temporary|and|or)\s+)*`,
    String.raw`(?:${listed}(?:\s+(?:permitted|allowed|prohibited|not permitted|(?:permitted |allowed )?(?:by right|as of right|(?:by|with|upon) (?:an? )?(?:special|conditional) (?:use )?(?:permits?|exceptions?))))?|(?<=\bspecial )(?:use )?exceptions)[.:]$`,
  ].join(""),
  "i",
);
/** A verb of law: what has one is a sentence and no name of a use. */
export const predicate = /\b(?:shall|must|may|is|are|was|were|will|can|cannot)\b/i;

/** A line outside tables, or a part of one that lists several uses, with its place in the document. */
export interface Line {
  readonly text: string;
  readonly charStart: number;
  readonly charEnd: number;
}

/** Returns the lines of a chunk outside tables; a list printed in one line is split at its item marks. */
export function linesOf({ text, charStart: from, rows }: RuleChunk): Line[] {
  const inTables = rows.filter(({ cells }) => cells.length > 0);
  let at = from;
  return withoutAmendments(text)
    .split("\n")
    .flatMap((line) => {
      const start = at;
      at += line.length + 1;
      const isOfTable = inTables.some((row) => start < row.charEnd && start + line.length > row.charStart);
      return isOfTable ? [] : itemsOf(line, start);
    });
}

/** What a publisher notes behind an entry or a title: "[Added 10-3-1991 by L.L. No. 5-1991]". */
const amendmentNote = /\[(?:added|amended|adopted|readopted|revised|renumbered)\b[^\]\n]{0,300}\]/gi;

/** The text with spaces in place of the notes on its amendments, so that all else keeps its place. */
const withoutAmendments = (text: string) => text.replace(amendmentNote, (note) => " ".repeat(note.length));

/** The mark of an entry within a line; "two (2) dwellings" has none. */
const inlineMark =
  /(?<!\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve))\s(?=\((?:\d{1,2}(?:\.\d)?|[a-z]|[ivx]{2,4})\)\s)|(?<=[.:;])\s(?=[a-z]\.\s[A-Z])/g;

function itemsOf(line: string, start: number): Line[] {
  let at = start;
  const title = runInTitle.exec(line)?.[0] ?? "";
  const isTitled = listTitle.test(title.trim());
  const [first, rest] = isTitled ? [title.slice(0, -1), line.slice(title.length)] : ["", line];
  const parts = isInlineList(rest)
    ? rest.split(inlineMark)
    : (seriesBehindLead(rest) ?? seriesInSentence(rest) ?? seriesIn(rest));
  return [...(isTitled ? [first] : []), ...parts].flatMap((part) => {
    const charStart = at + part.length - part.trimStart().length;
    at += part.length + 1;
    const text = part.trim();
    return text === "" || text.length > longestLine ? [] : [{ text, charStart, charEnd: charStart + text.length }];
  });
}

/** So many parts between semicolons behind a sure lead are uses, whatever they are called. */
const fewestOfList = 3;
/** A lead that is a verdict alone: "E. Not permitted:". */
export const bareVerdict = /^\W*(?:\(?[A-Za-z0-9]{1,3}[.)]\s+)?(?:not\s+)?(?:permitted|allowed|prohibited)\s*:$/i;

/** A lead and the uses behind its colon: "(a) By right: detached dwelling; forestry, under a plan". */
function seriesBehindLead(line: string): string[] | undefined {
  const [lead] = /^[^:]{4,300}:(?=\s\S)/.exec(line) ?? [];
  if (
    lead === undefined ||
    line.length > longestLine ||
    /:\s*$/.test(line) ||
    permitsInCase(lead) ||
    !(bareVerdict.test(lead) || verdictLearned(lead))
  )
    return undefined;
  const told = line.slice(lead.length + 1);
  const parts = partsOf(told, 2) ?? [told];
  const isList = parts.length >= fewestOfList && told.includes(";") && verdictLearned(lead, sureSentence) !== undefined;
  return isList || bareVerdict.test(lead) || nameUses(parts) ? [lead, ...parts] : undefined;
}

/** Where the uses may begin in a sentence that rules on several: behind "may be used for", "the uses permitted are". */
const pivot =
  /\s(?:for|are|allow|permit|approve|authorize|uses?|shall be|include|of)(?=\s(?!the following\b|such\b|any\b|which\b|that\b|not\b|permitted\b|allowed\b|by\b))/g;
const farthestPivot = 260;
const sureSentence = 0.85;

/** A sentence that rules on several uses: "Land may be used by right for farms, orchards and vineyards, plant nurseries and detached dwellings." */
function seriesInSentence(line: string): string[] | undefined {
  if (line.length < shortestSentence || line.length > longestLine || !ofSentence.test(line)) return undefined;
  for (const { 0: word, index } of line.slice(0, farthestPivot).matchAll(pivot)) {
    const lead = line.slice(0, index + word.length);
    // Behind a colon or a semicolon the uses have begun.
    if (/[:;]/.test(lead)) return undefined;
    const [told = ""] = /^[^.]*(?:\.(?=\d)[^.]*)*\.?/.exec(line.slice(lead.length + 1)) ?? [];
    const parts = isOnCondition(lead, told) ? undefined : partsOf(told, 3);
    if (!parts || !verdictLearned(`${lead}:`, sureSentence)) continue;
    const behind = line.slice(lead.length + told.length + 2);
    if (nameUses(parts)) return [lead, ...parts, ...(behind === "" ? [] : [behind])];
  }
  return undefined;
}

/** Whether a sentence excepts something or ends with a condition, which may be on all of its uses: "… kennels, or stables unless the lot has five acres". */
const isOnCondition = (lead: string, told: string): boolean =>
  /\b(?:except|unless|other than)\b/i.test(lead) ||
  (!told.includes(";") && /\b(?:unless|except|if|when|where|provided|until|while)\b/i.test(told));

const shortestSentence = 60;
const longestLearned = 120;
const ofSentence = /\b(?:uses?d?|permit\w*|allow\w*|authori[sz]e\w*|purposes?)\b/i;

/** Whether at least a third of the parts of a series name a use, as the learned model reads entries. */
function nameUses(parts: readonly string[]): boolean {
  const likely = parts.filter((part) => Object.values(usesNamedIn(part)).some((hundredths) => hundredths >= 50));
  return likely.length * 3 >= parts.length;
}

/** The uses of a series: between semicolons, else between commas where each is short and none is a sentence; undefined for fewer than `least`. */
function partsOf(told: string, least: number): string[] | undefined {
  const clauses = told.split(/(?<=;)\s/);
  if (clauses.length >= Math.min(least, 2)) return clauses;
  const each = told.split(/(?<=,)\s/);
  const isSeries = each.length >= least && each.every((one) => one.length <= longestLearned && !predicate.test(one));
  return isSeries ? each : undefined;
}

/** A line with the uses that it introduces: "The following are prohibited: junk yards, tattoo parlors, and car sales." */
const withSeries = /^(.{0,200}?\bfollowing\b[^:]{0,120}?\b(?:permitted|allowed|prohibited)\b[^:]{0,100}:)\s(.+)$/i;
const longestOfSeries = 80;

/** Parts a line that introduces short uses and lists them between commas; any other line is one part. */
function seriesIn(line: string): string[] {
  const [, lead, told = ""] = withSeries.exec(line) ?? [];
  const each = told.split(/(?<=,)\s|(?<=;)\s/);
  const isSeries = each.length > 1 && each.every((one) => one.length <= longestOfSeries && !predicate.test(one));
  return lead !== undefined && isSeries ? [lead, ...each] : [line];
}

/** A title that runs into what it heads: "B. Prohibited uses. Dwellings; slaughterhouses". */
const runInTitle = /^\s*(?:\(?[A-Za-z0-9]{1,3}[.)]\s+)?[^.:]{3,70}[.:]\s(?=\S)/;

/** Whether a line holds two entries of a list that follow each other: (1) and (2), or (45) and (46) where a list goes on. */
function isInlineList(line: string): boolean {
  const marks = [
    ...line.matchAll(/(?<=^|[.:;,]\s+|\b(?:and|or|permitted|allowed|prohibited|uses)\s+)\((\d{1,2}|[a-z])\)\s/g),
  ].map(([, mark = ""]) => mark);
  return marks.some((one, at) => marks.includes(nextTo(one), at + 1));
}

/** The mark behind another one: 3 behind 2, d behind c. */
const nextTo = (printed: string) =>
  /\d/.test(printed) ? String(Number(printed) + 1) : String.fromCharCode(printed.charCodeAt(0) + 1);

/** From this likelihood on the model's reading of a line counts. */
const sureLead = 0.6;

/** The verdict of the list that a line opens, as the learned model reads it; undefined where it opens none, or is not sure. */
export function verdictLearned(text: string, least = sureLead): Verdict | undefined {
  const isEntry =
    takesOverList.test(text) ||
    ofThePast.test(text) ||
    text.includes(" | ") ||
    (!/:$/.test(text) && (text.includes(";") || !ofVerdict.test(text)));
  if (isEntry) return undefined;
  const read = readLead(text);
  if (read === undefined || read.likelihood < least) return undefined;
  return read.kind === "accessory" || read.kind === "other" ? undefined : read.kind;
}

/** What was allowed once opens no list of what is: "The following uses were permitted before 1975 and are nonconforming:". */
export const ofThePast = /\b(?:was|were|had been) (?:permitted|allowed|prohibited|authorized)\b|\bnon-?conforming\b/i;

/** Whether a line with the mark of a section or of a part opens one on another matter than uses: "310.3 Dimensions.". */
export function opensOtherPart(text: string): boolean {
  if (!/^\W*(?:sec(?:tion|\.)|§|\d+[A-Z]?(?:[.-]\d+)+|[A-Z][.)]\s)/i.test(text)) return false;
  const read = readLead(text);
  return read?.kind === "other" && read.likelihood >= surePart;
}

const surePart = 0.85;
/** A title without a colon opens a list only if it names what is ruled. */
const ofVerdict =
  /\b(?:permi\w+|allow\w*|authori[sz]\w+|prohibit\w*|forbid\w*|excluded|by right|of right|special|conditional|exceptions?|appeal|principal|main|primary|not be)\b/i;

/** "Same as for the RE district; and in addition:" is the first entry of a list that goes on. */
export const takesOverList =
  /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:(?:the )?same (?:as\b|(?:for|in)\b)|(?:all |any )?(?:the )?uses? (?:permitted |allowed |listed |specified )?(?:in|under) (?:§|(?:sub)?section\b|\d))/i;
