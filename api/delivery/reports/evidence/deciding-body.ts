import { bodyNouns, bodyWords, memberNouns } from "../../../../agent/index.ts";
import type { ApprovalSpec } from "./procedure-words.ts";

/** A body that a sentence of the law says decides on an approval. */
export interface DecidingBody {
  /** As the sentence, or else the heading above it, names it. */
  readonly name: string;
  /** How plainly the sentence says so: 3 where the body decides on the approval by name, 2 where the approval is given by it, 1 where only the heading names the approval. */
  readonly plainness: 1 | 2 | 3;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
/** Words `from` up to and with `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** A court hears appeals and decides on no approval. */
const heads: ReadonlySet<string> = new Set([
  ...bodyNouns.filter((noun) => noun !== "court"),
  ...[...memberNouns, "zba", "zeo", "bza"],
]);
const modifiers: ReadonlySet<string> = new Set(bodyWords);
const modals = wordSet("may shall must will can");
const powers = wordSet("authorized empowered power powers authority duty duties jurisdiction");
const verbs = wordSet(
  "approve grant deny decide authorize issue vary act render adopt enact disapprove make decision-making approving",
);
/** These verbs need no object to be about the approval under whose heading they stand. */
const decidesAll = wordSet("decide act render");
/** Words that may stand between a verb and the approval, or between an approval and who gives it. */
const fillers = wordSet(
  "a an any the such said all each every or and no its application applications request requests petition petitions for to of on upon with without conditions condition conditionally conditional modifications deny disapprove denied approve approved modify grant in specific cases case appeal appeals requested authority decision decisions proposed final permit permits submitted written from use uses appropriate site-specific zoning development only hereby be is are shall must may approval approvals review",
);
/** A sentence with one of these leaves the decision to another one, or states something else of the approval. */
const turnsAway = wordSet(
  "recommend recommends recommendation recommended refer forward submit submits report advise request require requires required notify unless until if that whether which who applicant owner person developer not",
);
const objects = wordSet("application applications approval plan plans permit permits petition petitions it use");
const given = wordSet("approved granted issued authorized allowed permitted decided approval permit decision");
const isSubjectless = wordSet("to by from with before of than for");
const articles = wordSet("the a an such said");
const follows = wordSet("upon after following acting with by");
const afterName = wordSet(
  "amendment amendments modification modifications extension extensions renewal standards regulations rules requirements road roads street streets",
);
/** What an approval is for in general; one for anything else is for a special case: "special permits for water towers". */
const generalCases = wordSet(
  "any all each every such which those use uses development developments project projects activity activities building buildings structure structures construction property land lot lots parcel work improvements approval review",
);

/** Sentences about a later or smaller decision, or about one body in place of another one. */
const aside =
  /\b(?:in place of|instead of|in lieu of|on behalf of|delegat\w+|extensions?|extend|renew\w*|revo[ck]\w*|reconsider\w*|waiv\w*|re-?hear\w*|required to hear|same (?:application|variance|change)s?|temporary|minor|preliminary|sketch|conceptual|such (?:a )?requests?)\b/i;

/** Returns who decides on an approval by a sentence; undefined where it says nothing of that. */
export function decidingBodyIn(
  sentence: string,
  spec: ApprovalSpec,
  headings: { readonly isOwn: boolean; readonly path: readonly string[] },
): DecidingBody | undefined {
  if (aside.test(sentence)) return undefined;
  const words = wordsOf(sentence);
  const bodies = bodiesOf(words);
  const named = runsOf(sentence, words, headings.isOwn ? spec.name : (spec.fullName ?? spec.name));
  const approvals = named.filter((run) => !isOfOneCase(words, run));
  if (approvals.length < named.length && approvals.length === 0) return undefined;
  const told = { words, bodies, approvals };
  for (const body of bodies) {
    const subject = withOther(told, body);
    const isByName = isSubject(told, subject) ? decides(told, body, headings.isOwn) : undefined;
    if (isByName !== undefined) return { name: textOf(sentence, words, subject), plainness: isByName ? 3 : 1 };
  }
  const giver = approvals.map((approval) => giverOf(told, approval)).find((found) => found !== undefined);
  if (giver) return { name: textOf(sentence, words, giver), plainness: 2 };
  return powerUnder(told, headings.path);
}

interface Told {
  readonly words: readonly Word[];
  readonly bodies: readonly Run[];
  readonly approvals: readonly Run[];
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[A-Za-z][A-Za-z'’-]*/g), ({ 0: word, index: start }) => ({
    ...{ text: word.toLowerCase(), start, end: start + word.length },
  }));

function textOf(sentence: string, words: readonly Word[], { from, to }: Run): string {
  return sentence.slice(words[from]?.start, words[to]?.end).replaceAll(/\s+/g, " ");
}

/** Returns the bodies that are named: "Planning and Zoning Commission", "Board of Appeals", "Director of Planning". */
function bodiesOf(words: readonly Word[]): Run[] {
  const is = (at: number, set: ReadonlySet<string>) => set.has(words[at]?.text ?? "");
  const isPart = (at: number) => is(at, modifiers) || is(at, heads);
  const found: Run[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isPart(at)) continue;
    const from = at;
    let head = -1;
    for (;;) {
      if (is(at, heads)) head = at;
      const next = words[at + 1]?.text;
      if (isPart(at + 1) && (head < 0 || is(at + 1, heads) || head < at)) at += 1;
      else if (next === "and" && isPart(at + 2) && head !== at) at += 2;
      else if (next === "of" && head === at && isPart(at + 2)) at += 2;
      else break;
    }
    if (head >= 0) found.push({ from, to: words[head + 1]?.text === "of" ? at : head });
  }
  return found;
}

/** Returns where a text matches a pattern, by its words. */
function runsOf(text: string, words: readonly Word[], pattern: RegExp): Run[] {
  return Array.from(text.matchAll(new RegExp(pattern.source, "gi")), ({ 0: found, index }) => ({
    from: words.findIndex(({ end }) => end > index),
    to: words.findLastIndex(({ start }) => start < index + found.length),
  })).filter(({ from, to }) => from >= 0 && to >= from);
}

/** Whether an approval is named for one special case: "special permits for detached water towers". */
function isOfOneCase(words: readonly Word[], { to }: Run): boolean {
  if (words[to + 1]?.text !== "for") return false;
  const after = words.slice(to + 2, to + 6).filter(({ text }) => !articles.has(text));
  return after.length > 0 && !after.some(({ text }) => generalCases.has(text));
}

/** Whether a body does something, and is not the object of what another one does: "an application to the Board". */
function isSubject({ words }: Told, { from, to }: Run): boolean {
  const word = (at: number) => words[at]?.text ?? "";
  return !isSubjectless.has(word(articles.has(word(from - 1)) ? from - 2 : from - 1)) || word(to + 1) === "which";
}

/** Whether a body is the subject of deciding on an approval, and whether by name; undefined where it is not. */
function decides({ words, bodies, approvals }: Told, body: Run, isOwn: boolean): boolean | undefined {
  const word = (at: number) => words[at]?.text ?? "";
  const isTakenUp = word(body.to + 1) === "which";
  const isOther = (at: number) => bodies.some(({ from, to }) => from !== body.from && from <= at && at <= to);
  const modal = modalAfter(word, isTakenUp ? body.to + 1 : body.to, isOther);
  if (modal === undefined) return undefined;
  const isDenied = word(modal + 1) === "not";
  if (isDenied && !words.slice(modal).some(({ text }) => text === "unless")) return undefined;
  for (let at = modal + (isDenied ? 2 : 1); at < words.length && at <= modal + 30; at++) {
    const isAsRequired = word(at).startsWith("require") && [2, 3, 4].some((back) => word(at - back) === "as");
    if ((turnsAway.has(word(at)) && !isAsRequired) || isOther(at)) return undefined;
    if (!verbs.has(word(at))) continue;
    const isBy = approvals.some(({ from }) => from > modal && from <= at + 25 && isBySuch(word, from));
    return isBy ? true : objectAfter({ words, bodies, approvals }, at, isOwn);
  }
  return undefined;
}

/** Whether an approval is the means of deciding: "by special permit", "by granting of a special permit". */
function isBySuch(word: (at: number) => string, approval: number): boolean {
  for (let at = approval - 1; at >= approval - 4; at--) {
    if (word(at) === "by") return true;
    if (!articles.has(word(at)) && !["granting", "grant", "issuing", "of"].includes(word(at))) return false;
  }
  return false;
}

/** Returns a body together with the one before it that decides in other cases: "the Director or the Commission". */
function withOther({ words, bodies }: Told, body: Run): Run {
  const word = (at: number) => words[at]?.text ?? "";
  const before = articles.has(word(body.from - 1)) ? body.from - 2 : body.from - 1;
  const other = word(before) === "or" ? bodies.findLast(({ to }) => to < before && to >= before - 4) : undefined;
  return other ? { from: other.from, to: body.to } : body;
}

/** Returns where a body begins to be allowed or bound to do something: "may", "is authorized", "has the power". */
function modalAfter(word: (at: number) => string, end: number, isOther: (at: number) => boolean): number | undefined {
  const isAside = follows.has(word(end + 1));
  for (let at = end + 1; at <= end + (isAside ? 25 : 10); at++) {
    if (modals.has(word(at))) return at;
    if (["is", "are", "has", "have"].includes(word(at))) {
      const power = [1, 2, 3, 4].map((more) => at + more).find((place) => powers.has(word(place)));
      if (power !== undefined) return power;
    }
    if (!isAside && (turnsAway.has(word(at)) || isOther(at))) return undefined;
  }
  return undefined;
}

/** Whether what follows a verb is the approval, by name or by its own heading; undefined where it is something else. */
function objectAfter({ words, approvals }: Told, verb: number, isOwn: boolean): boolean | undefined {
  const word = (at: number) => words[at]?.text ?? "";
  let isApplication = decidesAll.has(word(verb));
  for (let at = verb + 1; at <= verb + 16; at++) {
    const approval = approvals.find(({ from }) => from === at);
    if (approval) return afterName.has(word(approval.to + 1)) ? undefined : true;
    if (objects.has(word(at))) isApplication = true;
    if (!fillers.has(word(at)) && !verbs.has(word(at))) break;
  }
  return isOwn && isApplication ? false : undefined;
}

/** Returns the body by which an approval is given: "a special permit granted by the Board", "site plan approval by the Commission". */
function giverOf({ words, bodies }: Told, approval: Run): Run | undefined {
  const word = (at: number) => words[at]?.text ?? "";
  for (let at = approval.to + 1; at <= approval.to + 14 && at < words.length; at++) {
    if (isFinding({ words, bodies }, approval, at)) return bodyAt({ words, bodies }, at + 1);
    if (turnsAway.has(word(at)) || bodies.some(({ from, to }) => from <= at && at <= to)) return undefined;
    if (word(at) !== "by" && word(at) !== "from") continue;
    const isGiven = at === approval.to + 1 || word(at - 1) === "either" || given.has(word(at - 1));
    const body = isGiven ? bodyAt({ words, bodies }, at + 1) : undefined;
    const other = body && word(body.to + 1) === "or" ? bodyAt({ words, bodies }, body.to + 2) : undefined;
    return body && { from: body.from, to: (other ?? body).to };
  }
  return undefined;
}

/** Returns the body that is named from a word on, after its article. */
function bodyAt({ words, bodies }: Pick<Told, "words" | "bodies">, at: number): Run | undefined {
  const first = articles.has(words[at]?.text ?? "") ? at + 1 : at;
  return bodies.find(({ from }) => from === first);
}

/** Whether an approval is given on what a body finds: "no variance shall be granted unless the Board finds". */
function isFinding({ words, bodies }: Pick<Told, "words" | "bodies">, approval: Run, at: number): boolean {
  const word = (place: number) => words[place]?.text ?? "";
  if (!["if", "unless", "where", "when"].includes(word(at))) return false;
  const isGiven = words.slice(approval.to + 1, at).some(({ text }) => ["granted", "approved", "issued"].includes(text));
  const body = bodyAt({ words, bodies }, at + 1);
  return isGiven && body !== undefined && ["finds", "determines"].includes(word(body.to + 1));
}

/** Reads an item of a list of powers, "To grant variances …", under a heading that names the body. */
function powerUnder({ words, approvals }: Told, path: readonly string[]): DecidingBody | undefined {
  const at = ["hear", "decide"].includes(words[1]?.text ?? "") && words[2]?.text === "and" ? 3 : 1;
  if (words[0]?.text !== "to" || !verbs.has(words[at]?.text ?? "")) return undefined;
  if (objectAfter({ words, bodies: [], approvals }, at, false) !== true) return undefined;
  const heading = path.findLast((one) => bodiesOf(wordsOf(one)).length > 0);
  if (heading === undefined) return undefined;
  const own = wordsOf(heading);
  const [body, ...others] = bodiesOf(own);
  return body && others.length === 0 ? { name: textOf(heading, own, body), plainness: 3 } : undefined;
}

/** Returns the names of the bodies in a text. */
export function bodiesNamedIn(text: string): readonly string[] {
  const words = wordsOf(text);
  return bodiesOf(words).map((body) => textOf(text, words, body));
}

const initialsOf = (name: string) =>
  wordsOf(name)
    .filter(({ text }) => !/^(?:of|and|the|for)$/.test(text))
    .map(({ text }) => text.charAt(0))
    .join("");

/** Whether two names can be of one body: one is short for the other, or consists of its initials. */
export function isSameBody(one: string, other: string): boolean {
  if (initialsOf(one) === other.toLowerCase() || initialsOf(other) === one.toLowerCase()) return true;
  const [few = new Set<string>(), many = new Set<string>()] = [one, other]
    .map((name) => new Set(wordsOf(name).map(({ text }) => text)))
    .toSorted((a, b) => a.size - b.size);
  return [...few].every((word) => many.has(word));
}

/** Whether a name contains that of another body: "the Director or the Planning Commission", "Director of Planning". */
export function names(whole: string, other: string): boolean {
  const own = (name: string) => name.toLowerCase().replace(/^(?:department|director|office|division) of /, "");
  return whole.toLowerCase().includes(other.toLowerCase()) || own(whole) === own(other);
}
