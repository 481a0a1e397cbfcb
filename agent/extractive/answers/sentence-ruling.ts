import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { lastCueIn, type Verdict, verdictIn } from "./verdicts.ts";

/** What a text rules on something it mentions. */
export interface TextRuling {
  readonly verdict: Verdict;
  /** How plainly it rules, 0..1: 1 for an entry of a list of uses. */
  readonly plainness: number;
  /** What limits a ban, which is conditional then: an exception, the list that follows, or the places, times and amounts it is for. */
  readonly limitedTo?: "exception" | "list" | "case";
}

const adverbs = String.raw`(?:(?:also|only|still|hereby|never|\w+ly)\s+){0,2}`;
const modal = "(?:shall|may|must|can|will|should)";
const modalNot = String.raw`(?:(?:shall|may|must|can|will|should)\s?(?:not|never)|cannot)`;
/** Verbs of having a use at all, as those who have it do them and as they are done to it. */
const havingVerb =
  "(?:allow|build|carry on|conduct|construct|cultivate|display|dump|engage in|erect|establish|have|house|install|keep|locate|maintain|occupy|open|operate|own|park|permit|place|possess|raise|rent|sell|store|use)";
const done =
  "(?:permitted|allowed|authorized|approved|built|carried on|conducted|constructed|converted|displayed|erected|established|granted|held|housed|installed|kept|located|maintained|occupied|operated|parked|placed|raised|rented|sold|stored|used)";
/** "May not be less than", "shall not be construed as": a measure or a reading, and no ban. */
const measured =
  "(?:less|more|fewer|greater|closer|nearer|higher|larger|taller|wider|longer|over|under|within|construed|deemed|considered|counted|included|interpreted|required|subject|varied)";
const approval = String.raw`(?:(?:special|conditional|use|zoning|temporary|sign|site)\s+(?:[\w-]+\s+){0,2})?(?:permits?|exceptions?|approval|licen[cs]e|registration)`;

/** Who decides: what they may do is no permission of the one who asks. */
const authority =
  "(?:commission|board|council|officer|official|administrator|director|department|authority|committee|agency|planner|engineer|staff|inspector|town|city|county)s?";

type Predicate = "forbids" | "allows" | "asks approval" | "other";

/** What can be said of a use that stands before it, the narrower first. */
const predicates: readonly (readonly [Predicate, RegExp])[] = [
  [
    "forbids",
    new RegExp(
      String.raw`\b(?:${modal}\s+)?(?:is|are|be)\s+${adverbs}(?:prohibited|forbidden|unlawful|illegal|disallowed)\b|\b(?:is|are)\s+not\s+${adverbs}(?:permitted|allowed|permissible|authorized)\b|\b${modalNot}\s+be\s+(?!${measured}\b)\w+|\b${modalNot}\s+(?:operate|locate|occupy|stand|remain)\b|\b(?:not\s+(?:be\s+)?(?:permitted|allowed)|prohibited)\b`,
      "i",
    ),
  ],
  [
    "asks approval",
    new RegExp(
      String.raw`\b(?:requires?|needs?|(?:shall|must|will)\s+(?:require|need|have|obtain)|(?:shall|must) be required to (?:have|obtain)|(?:is|are|shall be)\s+(?:permitted |allowed )?subject to)\s+(?:the\s+)?(?:issuance of\s+|granting of\s+)?(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:special|conditional|use)\s+(?:[\w-]+\s+){0,2}(?:permits?|exceptions?|approval)\b|\b${modal},?\s+(?:only\s+)?(?:with|upon|by|subject to)\s+(?:[\w-]+\s+){0,3}${approval}\b`,
      "i",
    ),
  ],
  [
    "allows",
    new RegExp(
      String.raw`\b(?:is|are)\s+${adverbs}(?:permitted|allowed|allowable|permissible|authorized|lawful)\b|\b${modal}\s+${adverbs}be\s+${adverbs}(?:permitted|allowed|authorized|approved)\b|\b(?:may|can)\s+${adverbs}be\s+${adverbs}${done}\b|\bmay\s+${adverbs}(?:operate|locate|${havingVerb})\b|\b(?:permitted|allowed)\s+(?:in|on|as|by|only|with|upon|subject|provided)\b`,
      "i",
    ),
  ],
  [
    "other",
    /\b(?:shall|must|will|may|should|can|cannot|is|are|has|have|means?|includes?|requires?|exceeds?|applies|apply)\b/i,
  ],
];

/** What a no before a use denies: that it may be at all. */
const deniable = new RegExp(
  String.raw`^(?:${modal}\s+${adverbs}be\s+(?!${measured}\b)\w+|${modal}\s+${havingVerb}\b|(?:is|are)\s+${adverbs}(?:permitted|allowed|authorized)\b|permitted\b|allowed\b)`,
  "i",
);

/** What stands between a use and what is said of it without being said of it: "which are structures", ", except in R-1,". */
const asides = [
  /\([^()]*\)/g,
  /,\s*(?:except|unless|other than|including|excluding)\b[^,.;]*,/gi,
  /(?<!\b(?:provided|so|such|except),?\s)\b(?:which|who|that)\s+(?:\w+\s+){1,3}?[^.;:]*?(?=,|\s(?:shall|may|must|will|is|are)\s)/gi,
];
/** Where the conditions of a rule begin: what follows qualifies it and says nothing of the use by itself. */
const proviso = /\b(?:provided|except|unless|when|where|if|in accordance|so that|but)\b/i;
const sentenceEnd = /;\s|[.!?]["”’)\]]*\s+(?=["“[(]?[A-Z0-9[])/g;

/** "No flashing sign, nor any that moves, …": a no that what follows is said under; "no more than two" is a measure. */
const no = /^(?:.*[\s(“"])?(?:no|nor|neither)\s+(?!(?:more|less|fewer|later|sooner|longer)\b)(?<said>.*)$/is;
/** "No portion of a sign …" */
const noPart = /\bno\s+(?:other\s+)?(?:part|portion|side|wall|face|edge)s?\s+of\b/i;
/** "In no case shall any …", "under no circumstances may …" */
const never = new RegExp(
  String.raw`\b(?:in no (?:case|event|instance|district|zone)|at no time|under no circumstances?|nor)\s+${modal}\s+`,
  "i",
);
const neverBe = new RegExp(String.raw`^.*?\b(?:be\s+(?!${measured}\b)\w+|${havingVerb}\b)`, "i");
/** "It is unlawful to keep …", "no person shall park …", "owners may not store …", "there shall be no …". */
const forbidsDoing = new RegExp(
  String.raw`\b(?:unlawful|illegal|prohibited|forbidden)\b.*\bto\s+|\bno\s+.*\b${modal}\s+${adverbs}${havingVerb}\b|\b${modalNot}\s+${havingVerb}\b|\b${modalNot}\s+be\s+(?:used|occupied|converted|(?:permitted|allowed)\s+to)\b|\bthere ${modal} be no\s+(?:[\w-]+\s+){0,4}$`,
  "i",
);
/** "Owners may keep …", "a lot may be used for …"; what a board may do is told apart. */
const allowsDoing = new RegExp(
  String.raw`(?<!\b${authority}\s)\bmay\s+${adverbs}${havingVerb}\b|\bmay\s+${adverbs}be\s+(?:used|occupied|converted)\s+(?:in part\s+)?(?:for|as|to|into)\b`,
  "i",
);
/** "The Commission may approve …", "… may issue a special permit for …": allowed by those who decide. */
const boardAllows = new RegExp(
  String.raw`\b${authority}\s+(?:may|shall|can)\s+${adverbs}(?:allow|approve|authorize|grant|issue|permit)\b|\bmay\s+(?:grant|issue)\s+an?\s+(?:special|conditional|temporary)\b`,
  "i",
);
/** "A permit is required for …", "… shall be required to keep": asked for by the law. */
const asksBefore = new RegExp(
  String.raw`\b${approval}\s+(?:is|are|shall be|must be)\s+required\s+(?:for|to|before|prior to)\b`,
  "i",
);
const boardDoes = new RegExp(String.raw`\b${authority}\s+(?:may|shall|must|will|can)\b`, "i");
/** Where something is, near what, or in whose connection: what is said of it is not said of the place. */
const place =
  /\b(?:in|on|within|near|along|into|feet of|adjacent to|abutting|adjoining|accessory to|incidental to|associated with|next to)\s+(?:(?!and\b|or\b|for\b|of\b|with\b|as\b)[\w-]+\s+){0,5}$/i;
/** The same behind what is said: "… shall be located within 500 feet of a school, park or …". */
const placeSaid =
  /\b(?:in|on|within|from|near|along|into|adjacent to|abutting|adjoining|accessory to|incidental to|associated with|next to|(?:simultaneously|together|combined) with)\s+(?:[\w-]+\s+){0,7}$|\bfeet of\b.*$/is;
const exception =
  /\b(?:except(?:ing)?|other than|excluding|not including|but not|shall not apply to|not applicable to)\b.{0,90}$/is;
/** "Where the conversion is to two dwelling units, …" tells what holds in a case, not whether the case may be. */
const caseOnly =
  /^(?:[\s(]*(?:\d+|[A-Za-z]{1,3}|[ivx]+)[.)]\s+)?(?:where|when|if|in the case of)\b(?![^.;]*\b(?:permitted|allowed|prohibited)\b)|^(?:prior to|before)\b/i;
/** What a rule sets aside rules nothing by itself: "notwithstanding permitted uses and vegetation clearing, …". */
const setAside = /\bnot\s?withstanding\b[^.;]{0,120}?(?=,\s+(?:the|a|an|no|any|all|each|every)\b|[.;]|$)/gi;

/** What sets a ban aside. */
const exceptionSaid = /\b(?:unless|except|until|without|other than)\b/i;
/** What makes a ban hold at some times, in some places or beyond some amount only. */
const caseSaid =
  /^\W*(?:\w+\s+)?(?:simultaneously|when|while|if|where|within|closer|nearer|between|during|after|before|for more than|(?:with)?in (?:an?|any|the) (?:required |minimum )?(?:front|side|rear)|in conjunction(?! with any\b))\b/i;
/** A ban that someone can lift: "unless a special permit is granted", "without the approval of …". */
const byApproval = /\b(?:approv\w+|permits?|exceptions?|licen[cs]es?|authoriz\w+|permission|consent|registration)\b/i;
/** What ties a permission to more than its own limits: an owner who lives there, a permit, a finding. */
const onlyWhen =
  /\bsubject to\b|\bprovided\b|\bonly\b|\bwhen\b|\bwith (?:an? )(?:[\w-]+ ){0,2}permit\b|\blicense\b|\bapprov\w+/i;

/**
 * Reads what a sentence or list item rules on a use it mentions at `mention`; undefined when it says nothing of whether
 * the use may be.
 *
 * What is said of the use after it rules first ("duplexes are not permitted"), then what forbids or allows doing it
 * before ("no person shall keep …"), then, for an entry, the line that introduces its list and the headings above.
 */
export function rulingOfText(evidence: Evidence, mention: number): TextRuling | undefined {
  const clause = clauseAt(evidence.text, mention);
  if (exception.test(clause.near) || caseOnly.test(clause.before + clause.after)) return undefined;
  if (isSetAside(evidence.text, mention)) return undefined;
  const said = predicateAfter(clause.after);
  const told = rulingOfPredicate(clause, said) ?? rulingBefore(clause);
  return told ?? rulingAbove(evidence, mention, clause);
}

interface Clause {
  readonly before: string;
  /** What stands before the mention without a mark between. */
  readonly near: string;
  readonly after: string;
}

/** The sentence around a mention, up to it and from it. */
function clauseAt(text: string, mention: number): Clause {
  const ends = [...text.matchAll(sentenceEnd)].map(({ index, 0: mark }) => ({ index, next: index + mark.length }));
  const start = ends.findLast(({ next }) => next <= mention && next > markRoom)?.next ?? 0;
  const end = ends.find(({ index }) => index >= mention)?.index ?? text.length;
  const before = text.slice(Math.max(start, mention - longestPart), mention);
  const near = before.split(/[.;:]/).at(-1) ?? "";
  return { before, near, after: text.slice(mention, Math.min(end, mention + longestPart)) };
}
/** A period this early ends the mark of an item. */
const markRoom = 6;
/** What stands farther away than this is not read as being said of a use. */
const longestPart = 500;

interface Said {
  readonly kind: Predicate;
  readonly words: string;
  readonly rest: string;
}

/** What is said first of a use that a text begins with; a label may stand before it: "Ground sign: one … is permitted". */
function predicateAfter(after: string): Said | undefined {
  const plain = asides.reduce((text, aside) => text.replace(aside, (found) => " ".repeat(found.length)), after);
  const label = /^[^.;:]{0,50}:\s+(?=(?:One|Two|Three|Four|No|Any|All|Each|Such)\b)/.exec(plain)?.[0].length ?? 0;
  const said = plain.slice(label);
  const main = said.slice(0, /:\s/.exec(said)?.index ?? said.length);
  const found = predicates.flatMap(([kind, pattern], rank) => {
    const match = pattern.exec(main.slice(0, proviso.exec(main)?.index ?? main.length));
    return match ? [{ kind, rank, words: match[0], at: label + match.index }] : [];
  });
  const [first] = found.sort((a, b) => a.at - b.at || a.rank - b.rank);
  if (!first) return undefined;
  const { kind, words, at } = first;
  return { kind, words, rest: after.slice(at + words.length) };
}

function rulingOfPredicate({ near }: Clause, said: Said | undefined): TextRuling | undefined {
  if (!said || place.test(near) || noPart.test(near)) return undefined;
  const { kind, words, rest } = said;
  if (kind === "forbids" || (deniable.test(words + rest) && isDenied(near))) return ban(rest, 0.9);
  if (kind === "other") return undefined;
  const isByApproval = kind === "asks approval" || lastCueIn(words + rest)?.verdict === "conditional";
  return { verdict: isByApproval || onlyWhen.test(rest) ? "conditional" : "permitted", plainness: 0.9 };
}

function isDenied(near: string): boolean {
  const said = no.exec(near)?.groups?.said;
  return said !== undefined && !predicates.some(([, pattern]) => pattern.test(said));
}

/** A ban, whole or limited; one that an approval lifts is a condition. */
function ban(rest: string, plainness: number): TextRuling {
  const excepted = exceptionSaid.exec(rest);
  if (excepted && byApproval.test(rest.slice(excepted.index))) return { verdict: "conditional", plainness };
  if (excepted) {
    const isListed = /\bfollowing\b/i.test(rest.slice(excepted.index));
    return { verdict: "conditional", plainness, limitedTo: isListed ? "list" : "exception" };
  }
  return caseSaid.test(rest)
    ? { verdict: "conditional", plainness, limitedTo: "case" }
    : { verdict: "prohibited", plainness };
}

/** What follows the verdict on a list before what it lists: "permitted uses are …", "prohibited: …". */
const opensList =
  /^\s*(?:(?:principal|accessory|primary|main|special|permit)\s+)?(?:uses?|activit(?:y|ies)|purposes|structures|buildings|signs)\b(?!.*\b(?:shall|must|will|may|means?)\b)|^[^.;]*:|^\s*(?:are|include|one|two|three|four|up to)\b/i;

/** What a clause forbids or allows doing with the use that follows. */
function rulingBefore({ before, near, after }: Clause): TextRuling | undefined {
  const neverDone = never.test(near) ? neverBe.exec(after) : null;
  if (neverDone) return ban(after.slice(neverDone[0].length), 0.85);
  if (forbidsDoing.test(near)) return ban(after, 0.85);
  if (boardAllows.test(near) || asksBefore.test(near)) return { verdict: "conditional", plainness: 0.85 };
  if (boardDoes.test(near) || noPart.test(near)) return undefined;
  if (allowsDoing.test(near)) return { verdict: onlyWhen.test(after) ? "conditional" : "permitted", plainness: 0.85 };
  const cue = proviso.test(near) || placeSaid.test(near) ? undefined : lastCueIn(before);
  if (cue === undefined || !opensList.test(before.slice(cue.end))) return undefined;
  // "No animals may be kept other than the following: …" allows what follows.
  if (cue.verdict === "prohibited" && exceptionSaid.test(before.slice(cue.start)))
    return { verdict: "permitted", plainness: 0.8 };
  if (cue.verdict === "prohibited") return ban(after, 0.85);
  const isOnly = cue.verdict === "permitted" && onlyThere.test(after);
  return { verdict: isOnly ? "conditional" : cue.verdict, plainness: 0.85 };
}
/** "may be used as accessory buildings only in an industrial zone" */
const onlyThere = /^[^.;]{0,60}\bonly\s+(?:in|within|on|where|when|if|by|upon|with|as|for|during)\b/i;

/** What the line above a list or the headings say of an entry; a sentence that says something else is none. */
function rulingAbove(evidence: Evidence, mention: number, clause: Clause): TextRuling | undefined {
  const { lead, text } = evidence;
  const isEntry = mention < 90 && predicateAfter(clause.before + clause.after) === undefined;
  const introduced = lead === "" ? undefined : verdictIn(lead);
  if (introduced) return { verdict: introduced, plainness: isEntry ? 1 : 0.6 };
  if (!isEntry) return undefined;
  for (const heading of headingsOf(evidence).slice(0, 3)) {
    const verdict = verdictIn(heading);
    if (verdict) return { verdict, plainness: text.length < 400 ? 0.9 : 0.45 };
  }
  return undefined;
}

function isSetAside(text: string, mention: number): boolean {
  return [...text.matchAll(setAside)].some(
    ({ index, 0: clause }) => index <= mention && mention < index + clause.length,
  );
}
