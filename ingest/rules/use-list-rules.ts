import { usesOfEntry } from "../lexicon/entry-series.ts";
import { ownVerdict, permitsInCase, strictest, type Verdict, verdictIn, withoutProviso } from "../lexicon/verdicts.ts";
import { districtsOfClass, isChapterOnClass } from "./district-classes.ts";
import type { DistrictRegister } from "./district-register.ts";
import { nearestDistricts } from "./heading-districts.ts";
import { bears, isStarred, type MarkTold, markTold, withoutMarkTold } from "./marked-entries.ts";
import type { RuleEvidence, UseEntry } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import {
  bareVerdict,
  type Line,
  linesOf,
  listed,
  listTitle,
  ofThePast,
  opensOtherPart,
  predicate,
  takesOverList,
  verdictLearned,
} from "./use-list-lines.ts";

const confidence = 0.9;
const longestEntry = 400;
const longestLead = 400;
/** Blank lines between the parts of an entry. */
const widestGap = 4;
/** Words of headings and lines that introduce a list of uses. */
const ofUses =
  /\b(?:uses?|purposes?|activities|permitted|prohibited|special (?:permits?|exceptions?)|conditional|permissible)\b/i;
const mark =
  /^(?:(?:\(?(?:[a-zA-Z]|[a-z]{2}|\d{1,3}|[ivx]{1,5})[.)]|\(\d{1,2}\.\d\)|\d+[A-Z]?(?:[.-](?:\d+|[A-Z]))+\.?|[•●▪◦‣*–—-])\s+)+/;
/** What a publisher notes under a list: "(Mo. of 4-7-1995)", "12 Rev. 05/07/12". */
const history =
  /^\W*(?:ord|mo|res|amended|added|editor|state law|code)\b|\b\d{1,2}-\d{1,2}-\d{2,4}\b|^\W*(?:\d{1,2}\s)?(?:rev|new|eff|adopted)\b[^;:]{0,20}\d\/\d/i;
/** An entry's name ends before these. */
const nameEnd =
  /\(|:|;|\s[-–—]\s|\b(?:provided|subject|when|where|if|which|that|who|unless|upon|with|on|in|having|such as|including|except\w*|excluding)\b|\.\s|,\s(?:the|no|each|all|such)\s/i;
/** "Special exception uses" is the title of a list and no use. */
export const namesAList = new RegExp(
  String.raw`^\W*(?:(?:permitted|allowed|prohibited|principal|accessory|conditional|special(?:\s+(?:permit|exception))?|temporary|and|or)\s+)+${listed}\W*$`,
  "i",
);
/** A title within a list, below which the list goes on: "Other uses:". */
const subtitle =
  /^\W*(?:other|additional|residential|commercial|industrial|institutional|public|agricultural|recreational|retail|service|office)\b[\w\s,/&-]{0,40}\buses\s*:$/i;
/** A title that names the approval which its list needs: "31.2 Other permitted uses with site plan approval by the Commission per Section 51." */
const titleByApproval =
  /^\W*(?:(?:\d+[A-Z]?(?:[.-]\d+)*\.?|\(?[A-Za-z]{1,2}[.)])\s+)?(?:(?:other|additional|permitted|allowed|principal|and|or)\s+)*uses?\s+(?:(?:permitted|allowed)\s+)?(?:with|by|upon|requiring|subject to)\s+[^.;:]{0,60}\b(?:approval|permits?|review|exceptions?)\b[^.;:]{0,160}[.:]?$/i;
/** A title that names its approval as what is permitted: "2. Special exceptions permitted in B-2 General Business Zones." */
const titleOfExceptions =
  /^\W*(?:(?:\d+[A-Z]?(?:[.-]\d+)*\.?|\(?[A-Za-z]{1,2}[.)])\s+)?special\s+(?:permits?|exceptions?)(?:\s+uses)?\s+(?:permitted|allowed)\s+in\b[^.;:]{2,120}[.:]?$/i;
/** Behind such a title the approval that lots beside some district need instead: the list is conditional on every lot. */
const otherApproval =
  /,?\s{1,3}unless\b[^.;:]{3,120}?\bthen\s+(?:by|with|upon)\s+(?:an?\s+)?(?:special|conditional)\b[^.;:]*/i;
/** No use: a place that was freed, the number of a section, the last word of a list. */
const reserved = /^\W*(?:reserved\d*|deleted\b.{0,60}|and|or|above|\d+[A-Z]{0,3}(?:\(\w{1,3}\))*)\W*$/i;
/** A date or the mark of a note has no such letters. */
const lettered = /\p{L}{2}/u;
/** The standards that follow a list under marks of their own: "3. Minimum Lot size - 40,000 square feet". */
const standard = /^\W*(?:minimum|maximum)\b/i;

/** The line or heading that introduces a list. */
interface Lead {
  /** Undefined unless a list of uses with one verdict follows. */
  readonly verdict: Verdict | undefined;
  readonly districts: readonly string[];
  readonly words: string;
  /** The line with the mark under which the list stands: its title, where the line that introduces the list follows one. */
  readonly marked: string;
  /** What it says of entries with a mark. */
  readonly byMark?: MarkTold | undefined;
  readonly span: RuleEvidence | null;
}

/**
 * Returns what the lists of uses of a document rule: an entry under a line or heading that permits, permits with an
 * approval, or forbids, in the section of a district or for the districts that the line names. The strictest of line,
 * headings and entry counts; an entry that contradicts its list gives nothing.
 */
export function readUseLists(chunks: readonly RuleChunk[], register: DistrictRegister): UseEntry[] {
  const rules: UseEntry[] = [];
  let before: RuleChunk | undefined;
  let lead: Lead | undefined;
  let inner: Lead | undefined;
  /** The last line with a mark. */
  let last = "";
  for (const chunk of chunks) {
    const isSame = before?.headingPath.join("\n") === chunk.headingPath.join("\n");
    if (!isSame && !(before && goesOn(before, chunk, lead)))
      [lead, inner] = [leadOfHeadings(chunk, register), undefined];
    else if (!isSame) inner = undefined;
    before = chunk;
    const byMark = markTold(chunk.text);
    for (const line of linesOf(chunk)) {
      // "A. Purpose:" below "7. Accessory apartments" begins what is set out on that one entry.
      if (ofEntry.test(line.text)) {
        if (isBefore(rules.at(-1), line)) rules.pop();
        [lead, inner] = [undefined, undefined];
      }
      // (d) after (c) is the next entry and no part of the one before.
      if (inner && marksBetween(inner.words, line.text) === 1) inner = undefined;
      // "310.3 Dimensions." ends a list, whatever marks its entries have.
      const isNext = marksBetween(last, line.text) === 1;
      if (mark.test(line.text)) last = line.text;
      if (lead?.span && !isNext && opensOtherPart(line.text)) [lead, inner] = [undefined, undefined];
      // "D. Lot and bulk requirements" ends the list under "A. Principal uses permitted".
      if (lead?.span && marksBetween(lead.marked, line.text) > 0) [lead, inner] = [undefined, undefined];
      if (lead?.verdict !== undefined && subtitle.test(line.text) && verdictIn(line.text) === undefined) continue;
      const opened = leadIn(line, chunk, register, lead);
      if (opened && (opened.verdict !== undefined || !mark.test(line.text))) [lead, inner] = [opened, undefined];
      else if (inner) extend(rules, chunk, line);
      else if (lead?.verdict !== undefined)
        rules.push(...entriesOf(line, chunk, { ...lead, byMark: lead.byMark ?? byMark }));
      // What an entry introduces are its parts or its conditions.
      if (opened && lead !== opened && !namesParts.test(line.text)) inner ??= opened;
    }
  }
  return rules;
}

/** An entry that introduces its kinds one by one, which are entries too: "Retail stores in which goods are kept indoors, as follows:". */
const namesParts =
  /^(?!.*\b(?:provided|subject to|conditions?|standards?|requirements?|criteria)\b).*\b(?:as follows|such as|including|namely|the following|these)(?: the following)?:$/i;

/**
 * Whether a section is an entry of the list that a line of the section before it introduces: under 4.2.1 "The following
 * uses are permitted:" come 4.2.1.1 or 4.2.2, each with a use and no title, or with a title and nothing else.
 */
function goesOn(before: RuleChunk, next: RuleChunk, lead: Lead | undefined): boolean {
  if (lead?.span == null || !isEntry(next)) return false;
  const above = next.headingPath.slice(0, -1).join("\n");
  const isBelow = before.headingPath.join("\n") === above;
  // The section that introduces a list is not an entry of the list, so the section after it does not continue the list.
  const isAmongEntries = isEntry(before) && lead.span.chunk !== before.ordinal;
  return isBelow || (isAmongEntries && before.headingPath.slice(0, -1).join("\n") === above);
}

const isEntry = (chunk: RuleChunk) => isUntitled(chunk) || isTitleAlone(chunk);

const isTitleAlone = ({ text, headingPath }: RuleChunk) =>
  plain(text) !== "" && plain(text) === plain(headingPath.at(-1) ?? "");

const plain = (text: string) => text.replace(/\s+/g, " ").replace(/[.;,]?\s*$/, "");

const isUntitled = ({ section, headingPath }: RuleChunk) => section !== null && headingPath.at(-1) === section;

const ofEntry = /^\W*[A1a][.)]\s+(?:purpose|intent)\b[^:.]{0,40}[:.]/i;

const isBefore = (rule: UseEntry | undefined, { charStart }: Line) =>
  rule !== undefined && charStart - rule.evidence.charEnd <= widestGap;

/** Adds a condition or an exception, printed on a separate line, to the entry that introduces it. */
function extend(rules: UseEntry[], { ordinal }: RuleChunk, { text, charStart, charEnd }: Line): void {
  const last = rules.at(-1);
  if (!last || last.evidence.chunk !== ordinal || !/:$|[;,]$|\b(?:and|or)$/.test(last.words)) return;
  // What follows a part that was too long is not told without it.
  if (charStart - last.evidence.charEnd > widestGap) return;
  const words = `${last.words} ${text}`;
  if (words.length <= longestEntry)
    rules[rules.length - 1] = { ...last, words, evidence: { ...last.evidence, charEnd } };
}

/** How many marks of the same kind a line stands behind another one: 1 from (c) to (d), 3 from A. to D.; 0 for marks of other kinds. */
function marksBetween(before: string, text: string): number {
  const [one, next] = [countOf(before), countOf(text)];
  return one && next && next.frame === one.frame ? next.count - one.count : 0;
}

/** The last letter or number of the mark of a line, and what stands around it. */
function countOf(text: string): { readonly frame: string; readonly count: number } | undefined {
  const printed = (mark.exec(text)?.[0] ?? "").trim();
  const last = /\d+(?=\D*$)|[A-Za-z](?=[^A-Za-z]*$)/.exec(printed);
  if (!last || /[A-Za-z]{2}/.test(printed)) return undefined;
  const isNumber = /\d/.test(last[0]);
  const count = isNumber ? Number(last[0]) : last[0].charCodeAt(0);
  // "33.2." and "33.3" are of one kind; "1." and "a." are not.
  const behind = printed.slice(last.index + last[0].length).replace(/\.$/, "");
  const kind = isNumber ? "number" : last[0] === last[0].toUpperCase() ? "capital" : "letter";
  return { frame: `${printed.slice(0, last.index)} ${behind} ${kind}`, count };
}

/** The verdict that the headings below that of the district give, the strictest deciding. */
function leadOfHeadings(chunk: RuleChunk, register: DistrictRegister): Lead | undefined {
  const path = chunk.headingPath.map((heading) => heading.replace(otherApproval, ""));
  const above = path.slice(0, -1);
  // An entry that is a heading itself may name a district in its own words: "Planned unit development (PUD)".
  const named = nearestDistricts(isListHeading(above.at(-1) ?? "") ? above : path, register);
  const { districts, at } = named.districts.length > 0 ? named : classOfHeadings(path, register);
  if (districts.length === 0) return undefined;
  const near = path.slice(at);
  const verdicts = near.flatMap((heading) =>
    ofUses.test(heading) && !ofSeveralLists.test(heading) ? (verdictIn(heading) ?? []) : [],
  );
  const isCase = near.slice(-1).some((heading) => /\baccessory\b|\btemporary\b/i.test(heading));
  const words = near.findLast(isListHeading) ?? "";
  return { verdict: isCase ? undefined : strictest(verdicts), districts, words, marked: "", span: null };
}

/** The title of a section with lists of several verdicts: "Permitted and prohibited uses in General Industrial Zone". */
const ofSeveralLists =
  /\b(?:permitted|allowed|principal)(?: uses)?,? (?:and|or) (?:prohibited|not permitted|conditional|special|specially)\b/i;

/** The districts of the nearest heading of a list that names them by their class, or of the chapter on the class that the list is in. */
function classOfHeadings(path: readonly string[], register: DistrictRegister) {
  const own = path.findLastIndex((heading) => isListHeading(heading) && districtsOfClass(heading, register).length > 0);
  const chapter = path.findLastIndex(isChapterOnClass);
  const at = own < 0 && path.slice(chapter + 1).some(isListHeading) ? chapter : own;
  return { districts: districtsOfClass(path[at] ?? "", register), at };
}

const isListHeading = (heading: string) => ofUses.test(heading) && verdictIn(heading) !== undefined;

/** A line that introduces others; undefined for any other line. */
function leadIn(line: Line, chunk: RuleChunk, register: DistrictRegister, above: Lead | undefined): Lead | undefined {
  const { charStart, charEnd } = line;
  const byMark = markTold(line.text);
  const text = byMark ? `${withoutMarkTold(line.text).replace(/[.:;]$/, "")}:` : line.text;
  const isByApproval = (titleByApproval.test(text) || titleOfExceptions.test(text)) && !predicate.test(text);
  const isTitle = isByApproval || listTitle.test(text);
  const learned = verdictLearned(text);
  const opens =
    isTitle ||
    learned !== undefined ||
    (/:$/.test(text) && !takesOverList.test(text)) ||
    (/\bfollowing\b/i.test(text) && predicate.test(text));
  if (!opens || text.length > longestLead) return undefined;
  const isSaid = isByApproval || (ofUses.test(text) && predicate.test(text.replace(mark, "")));
  const plain = isByApproval ? text.replace(otherApproval, "") : text;
  const byWords = isSaid && !forbidsInCase(text) ? verdictIn(plain) : titled(text);
  const said = saidOfList(text, byWords);
  const isCase = isTitle && /\baccessory\b|\btemporary\b/i.test(text);
  const headings = leadOfHeadings(chunk, register);
  const inLine = plain.slice(0, 200);
  const coded = register.inLabel(inLine);
  // In the list of one district "Uses permitted in the Residence B zone." is an entry, and no title.
  const isOfOthers = coded.length > 0 && !coded.some((code) => headings?.districts.includes(code));
  if (isOfOthers && headings?.verdict !== undefined && headings.districts.length === 1 && !/:$/.test(text))
    return undefined;
  const named = coded.length > 0 ? coded : districtsOfClass(inLine, register);
  // "(d) Special exceptions. The following may be approved by the commission:" is one lead in two sentences.
  const isBehindTitle =
    above?.span && listTitle.test(above.words) && charStart - above.span.charEnd <= widestGap && !isTitle;
  const isOfAbove = isBehindTitle || (followingUses.test(text) && titleOfExceptions.test(above?.words ?? ""));
  // Under "Special land uses" the line "Subject to Chapter 15:" introduces what its heading tells.
  const isBare = /:$/.test(text) && text.length <= longestBare && !mark.test(text) && !predicate.test(text);
  const verdicts = [
    said ?? (isOfAbove ? above?.verdict : undefined),
    ...(said || isBare || followingUses.test(text) ? [headings?.verdict] : []),
  ];
  const verdict =
    isCase || permitsInCase(plain.replace(mainOrAccessory, " "))
      ? undefined
      : strictest(verdicts.filter((one) => one !== undefined));
  const districts = named.length > 0 ? named : (headings?.districts ?? above?.districts ?? []);
  const span = { chunk: chunk.ordinal, charStart, charEnd };
  const marked = mark.test(text) ? text : (above?.marked ?? "");
  return { verdict: districts.length === 0 ? undefined : verdict, districts, words: line.text, marked, byMark, span };
}

/**
 * The verdict of a list by the words of its lead and by the learned reading of it: that reading where it is quite certain, else the
 * stricter of both, else the one that there is. "No building shall be used except for one or more of these purposes:" permits,
 * though its words are those of a ban.
 */
function saidOfList(text: string, byWords: Verdict | undefined): Verdict | undefined {
  if (ofThePast.test(text)) return undefined;
  const certain = verdictLearned(text, likelihoods.certain);
  if (certain || !byWords) return certain ?? verdictLearned(text);
  const sure = verdictLearned(text, byWords === "prohibited" ? undefined : likelihoods.sure);
  if (byWords === "prohibited") return sure ?? byWords;
  return strictest(sure ? [byWords, sure] : [byWords]);
}

const likelihoods = { certain: 0.95, sure: 0.8 };
const longestBare = 80;
/** A ban "whether as a main or an accessory use" holds in every case. */
const mainOrAccessory = /\bwhether as an? [^.;:]{3,60}\buse\b/i;

/** "(3) Auto service centers, provided that no such use …, and the following conditions are met:" forbids no use at large. */
const forbidsInCase = (text: string) =>
  mark.test(text) && verdictIn(text) === "prohibited" && verdictIn(withoutProviso(text)) !== "prohibited";

/** "The following uses may be granted in the R-2 district:" states no verdict itself; its heading does. */
const followingUses = /\bfollowing\s+(?:[\w-]+\s+){0,2}uses\b/i;

/** "Permitted uses:", "Special exceptions." */
const titled = (text: string) =>
  text.length < 80 && (/\buses?\b/i.test(text) || listTitle.test(text) || bareVerdict.test(text))
    ? verdictIn(text)
    : undefined;

/** How a ban opens, and how a sentence on the procedure does: "Prior to the approval of any application". */
const namesNothing = /^\W*(?:no|nothing|none|any other|(?:only )?be|prior to|before|after|upon|approval)\b/i;

/** What ties an entry to the next one: a comma, "Same as for R-1, and in addition:". */
const goesOnBehind = /(?:[,;]?\s+(?:and |plus )?(?:in addition|also|the following)(?: the following)?:|,)$/i;

/** "R-20 | R-40": the heads of a table amid a list, and no use. */
const isRow = (words: string) => words.includes(" | ") && !/[a-z]/.test(words);

/** The entries of a line, apart at semicolons; none for a sentence or an entry that contradicts its list. */
function entriesOf(line: Line, chunk: RuleChunk, lead: Lead): UseEntry[] {
  let at = 0;
  return usesOfEntry(line.text).flatMap((part): UseEntry[] => {
    const from = line.text.indexOf(part, at);
    at = from + part.length;
    const words = part
      .replace(mark, "")
      .replace(/^(?:and|or)\s+/i, "")
      .replace(goesOnBehind, "")
      .trim();
    const name = words.slice(0, nameEnd.exec(words)?.index ?? words.length);
    if (
      history.test(part) ||
      history.test(words) ||
      part.length > longestEntry ||
      name.trim().length < 3 ||
      namesAList.test(name) ||
      namesAList.test(words) ||
      reserved.test(words) ||
      !lettered.test(words) ||
      isRow(words) ||
      standard.test(name) ||
      predicate.test(name) ||
      namesNothing.test(name)
    )
      return [];
    const own = ownVerdict(words);
    if (own === "prohibited" && lead.verdict !== "prohibited") return [];
    const ofMark = lead.byMark && bears(part, lead.byMark) ? lead.byMark.verdict : undefined;
    if (isStarred(part) && !ofMark) return [];
    const verdict = strictest([lead.verdict, own, ofMark].filter((one) => one !== undefined));
    if (verdict === undefined) return [];
    const source = { words: lead.words, said: lead.words, span: lead.span };
    return [
      {
        ...{ kind: "use", words, group: "", verdict, source, districts: lead.districts, cell: null, takenOver: [] },
        ...{ binding: lead.span ? "sentence" : "heading", conditions: [], notes: [], confidence },
        evidence: {
          chunk: chunk.ordinal,
          charStart: line.charStart + from,
          charEnd: line.charStart + from + part.length,
        },
      },
    ];
  });
}
