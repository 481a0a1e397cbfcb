import { likeliestKind } from "./question-kind.ts";

const defined =
  /^\s*(?:what (?:do|does|would|will) (?:the )?(?:city|town|county|village|zoning|code|ordinance|law|rules|regulations|they|you) (?:count|treat|regard|see|class(?:ify)?|consider|call|mean by)(?: as| to be)?|what(?:'s| is| are| does)|define|definition of|how (?:is|are|does .{0,40})(?!.*\bmeasured\b)|how (?:do|does|would|will) (?:the |these |your |our )?(?:city|town|county|village|zoning|code|ordinance|law|rules|regulations|they|you)(?: \w+)? (?:define|describe)|at what point (?:do|does|would|will|is|are) .{1,60}?\b(?:is|are|become|becomes|count as|counts as|considered|called)(?= an? )|at what point (?:do|does|would|will) .{1,60}?\b(?:make it|turn into|turn it into|become)(?= an? )|what is meant by|what counts as)\s+(?:meant by\s+|considered\s+)?(?:(?:an?|the (?:definition|meaning) of(?: an?)?|the term)\s+)?["“']?(\S.*?)["”']?\s*(?:mean|defined|considered|definition|according to.*|under (?:the|this).*|in (?:the|this) (?:ordinance|code|zoning|regulations|by-?law).*)?$/i;

const asksTerm = /^\s*(?:what|define|definition|how (?:is|are|do|does|would)|at what point)\b/i;

/** Returns the term whose meaning a question asks for; null where it names none. */
export function termAsked(text: string): string | null {
  const counted = termByNumber(text);
  if (counted !== undefined) return counted;
  if (!asksMeaning.test(text) && likeliestKind(text) !== "definition") return termDefined(text);
  const [own] = [quoted, distinguished].flatMap((place) => place.exec(text)?.groups?.term ?? []);
  return own ?? termDefined(text)?.replace(/\s+mean\b.*$/i, "") ?? termNamed(text);
}

/** A question for a number of things, before they are called something. */
const asksNumber =
  /\b(?:how many|what number of)\s(?!(?:square|cubic|feet|foot|inches|days?|weeks?|months?|years?|hours?|acres?)\b)/i;
const onward = /\b(?:before|until|till|makes?|start\w*|take)\b/i;
/** What they are called then, at the end: "… before the city says we're running a kennel". */
const calledThen =
  /(?:['’]s|['’]re|\b(?:is|its|are|running|calls?|calling|considered|counts? as|counted as|becomes?|makes?|constitutes?|turns? into))\s(?:(?:me|us|it|them|that|my|our|the)\s(?:[\w-]+\s){0,2}?)?an?\s(?<term>(?!(?:[\w-]+\s)?(?:permit|licen[cs]e|variance|hearing|approval|problem)\b)[a-z][\w-]*(?:\s[a-z][\w-]*){0,2}?)[?.!]?$/i;

/** Returns the term of which a question asks by which number a definition tells it; undefined for any other question. */
export function termByNumber(text: string): string | undefined {
  const isAsked = asksNumber.test(text) && onward.test(text);
  return isAsked ? calledThen.exec(text.trim())?.groups?.term : undefined;
}

/** Words that ask for a meaning, whatever else a question says. */
const asksMeaning = /\b(?:defines?|defined|definitions?|constitutes?|(?:mean|means|meant) by)\b/i;

function termDefined(text: string): string | null {
  const sentence = text.split(/(?<=[.!?])\s+/).findLast((one) => asksTerm.test(one));
  if (sentence === undefined) return null;
  if (
    /\b(?:required|requirements?|fees?|maximum|minimum|costs?|allowed|permitted|process|procedure|purpose|penalt\w+|deadline|steps|hours|rules|standards|limits?)\b/i.test(
      text,
    )
  )
    return null;
  const term = defined.exec(sentence.replace(/(?:\s+(?:around\s+)?here)?[\s?.!]+$/, ""))?.[1]?.trim();
  if (!term || term.split(/\s+/).length > 6 || /^(?:i|my|the|there|we|that|this|it)\b/i.test(term)) return null;
  return term.replace(/^(?:an?|the)\s+/i, "");
}

const word = String.raw`[A-Za-z][\w'/-]*`;
const named = String.raw`(?:(?:an?|the|one)\s+)?["“]?(?<term>${word}(?:\s${word}){0,4}?)(?=["”]|\s+(?:under|in|for|from|by|here|according|and|or|when|where|to|with|vs|versus|rather|than|at|on|that|which|who|as|mean)\b|[,?.;:!)(]|\s*$)`;
const quoted = /(?<!\w)["“'‘](?<term>[^"“”'‘’]{3,50})["”'’](?!\w)/;
const distinguished = new RegExp(String.raw`\b(?:distinguish(?:es)?|difference\s+between)\s+${named}`, "i");
/** Where a question on a meaning names its term: behind "define", "count as", "become a". */
const places = [
  String.raw`\b(?:defin(?:e|es|ed)(?:\s+as)?|(?:definitions?|meaning)\s+of|(?:mean|means|meant)\s+by|constitutes?)\s+${named}`,
  String.raw`\b(?:count(?:s|ed)?|regarded|treated|class(?:ed|ified)|considered|qualif(?:y|ies)|seen|deemed|called?)\s+(?:(?:as|like|to\s+be|toward)\s+)?${named}`,
  String.raw`\b(?:becomes?|turns?\s+into|included\s+in|part\s+of|is\s+(?:that|this|it))\s+${named}`,
  String.raw`\bmakes?\s+(?:[\w'’-]+\s+){1,5}?an?\s+(?<term>${word}(?:\s${word}){0,2}?)(?=\s+(?:under|in|for|vs|versus|rather|and|or|here)\b|[,?.;:]|\s*$)`,
].map((place) => new RegExp(place, "i"));

function termNamed(text: string): string | null {
  const terms = places.flatMap((place) => place.exec(text)?.groups?.term ?? []);
  return terms.find((term) => !/^(?:as|it|that|this|they|you|i|we)$/i.test(term)) ?? null;
}
