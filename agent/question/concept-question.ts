import { analyse } from "../../ingest/index.ts";
import { frameOf, type MarkedFact } from "../facts.ts";
import { contentTerms } from "../text/words.ts";

/** A question on the concept that is drawn for the project, which facts on it answer. */
export type ConceptQuestion =
  /** The facts are the answer. It is partial where more facts fit than are given, or where no concept exists. */
  | { readonly kind: "fact"; readonly facts: readonly MarkedFact[]; readonly isWhole: boolean }
  /** The law answers too, after the facts. */
  | {
      readonly kind: "beside";
      readonly facts: readonly MarkedFact[];
      readonly isOfLaw: false;
      /** What the law is asked: the question without the concept, of which the law knows nothing. */
      readonly lawQuestion: string;
    };

/** How a question points to the concept, from the plainest way to the least plain. */
type Reference = "concept" | "own plan" | "plan" | "drawn thing";

const preface =
  /^(?:please )?(?:(?:can|could|would|will) you )?(?:please )?(?:(?:tell|show|give|remind) (?:me|us)|i (?:need|want) to know) /i;
const adjective = "(?:(?:current|latest|present|compiled|proposed|new|whole|approved) )?";
/** What is decided about a plan, or what a town publishes on plans: "the site plan application", "the concept review". */
const procedure =
  "(?!(?:'s|’s)? (?:of|that|application|approval|review|amend|permit|hearing|meeting|submi|requirement|process|committee|regulation|checklist|fee|bond|drawing|standard|set|sheet|rule|board|commission|stage|phase|ordinance|section|chapter))";
const named = {
  concept: new RegExp(
    String.raw`\b(?:our|my|your|the|this|that|a|any) ${adjective}(?:site[- ]plan )?concept\b(?! (?:plan|site plan))${procedure}`,
    "i",
  ),
  ownPlan: new RegExp(
    String.raw`\b(?:our|my) ${adjective}(?:(?:concept )?(?:site[- ])?plan|(?:site )?layout|scheme)\b${procedure}`,
    "i",
  ),
  plan: new RegExp(
    String.raw`\b(?:the|this|that) ${adjective}(?:(?:concept )?(?:site[- ])?plan|(?:site )?layout|scheme)\b${procedure}`,
    "i",
  ),
} as const;
const ofThisConcept = new RegExp(
  String.raw` (?:for|of|in|on|by|with) (?:our|my|your|the|this|that) ${adjective}(?:site[- ]plan )?concept\b`,
  "i",
);
/** Things that only a concept has, or that somebody plans: they are asked for without a word for the concept. */
const drawnThings = [
  /\b(?:our|this|the) project\b(?! (?:site|area|land|parcel|property|goal))/i,
  /\bour (?:proposed |planned |new )?(?:buildings?|homes?|units?|dwellings?|apartments?|townhomes?|townhouses?|parking|stalls?|spaces?|driveways?|stormwater|basins?)\b/i,
  /\bthe (?:(?:stormwater|detention|retention) )?(?:basins?|ponds?)\b/i,
  /\b(?:do|are|did) we (?:have|propos|plan|provid|draw|build|show|meet|keep|comply)/i,
  /\boverrid(?:den|es?|ing)\b|\boverrode\b/i,
  /\bchecks? (?:(?:that|which) )?(?:have |has |were |was |are |is |did )?(?:not )?(?:fail|pass|evaluated)|\b(?:failed|unevaluated) checks?\b/i,
];
/** What a town does or asks for, and what is possible: the law answers, whatever plan it is asked of. */
const ofProcedure =
  /\b(?:may|can|could|must|shall|should|who|if|needs?|needed)\b|\b(?:have|has|had|having) to\b|\bwhen (?:do|does|is|are|will)\b|\bhow do\b|\bhow long (?:is|does|do|will|has|before|after)\b|\bwhat happens\b|\b(?:zoning|ordinance|code|laws?|regulations?) (?:say|state|require|allow|provide)|\b(?:approvals?|approves?|approved by|hearings?|permits?|variances?|appeals?|expires?|applications?|appl(?:y|ies)|submit\w*|fees?|reviews?|reviewed|scale|copies)\b/i;
/** A limit of the law, which is asked for unless the concept is compared with it. */
const ofLimit =
  /\b(?:allow(?:s|ed)?|permitted|prohibited|legal|required?|requires|requirements?|limits?|minimum|maximum|rules?|regulations?|ordinance|code|zoning|standards?|by right|laws?)\b/i;
const compares =
  /\b(?:meets?|compl(?:y|ies|iant)|compliance|conform\w*|satisf(?:y|ies)|within|exceeds?|violat(?:es?|ed|ions?)|breaks?|broken|enough|too|pass(?:es|ed)?|fail(?:s|ed)?|over|under|below|above|checks?|checked|evaluated|overrid(?:den|es?|ing)|overrode)\b/i;

/** Words that a question on the concept may contain besides those of its facts. */
const neutralTerms = new Set(
  analyse(
    "concept plan planned planning site layout scheme design project proposal propose proposed lot parcel property land were " +
      "show shows shown contain contains include includes has drawn draw current currently latest " +
      "describe description summary summarize overview total number amount kind kinds type exist exists list " +
      "meet meets comply complies compliant compliance conform satisfy exceed exceeds limit limits require requirement requirements " +
      "minimum maximum rule rules standard standards regulation regulations ordinance code law laws town " +
      "enough too below above few hold holds cover covers located result results value values",
  ),
);
/** What a question asks for that compares the concept with the law and names nothing of it. */
const comparedAsWhole = analyse("checks failed");
const mostFacts = 6;
/** Facts that say what a concept is, where a question names nothing of it; the most useful come first. */
const mostOfWhole = 4;

/**
 * Reads a question on the concept of the project; undefined when it is on the law or the site. A question is on the concept
 * only when it points to it, asks for nothing that a town decides, and has no word that no fact on the concept is about:
 * ordinances also use the words "site plan".
 *
 * @param facts those on the concept: without one, the fact that there is none
 */
export function readConceptQuestion(question: string, facts: readonly MarkedFact[]): ConceptQuestion | undefined {
  const text = question
    .replace(/\s+/g, " ")
    .replace(/[ ?.!]+$/, "")
    .trimStart()
    .replace(preface, "");
  const reference = facts.length === 0 ? undefined : referenceOf(text);
  if (reference === undefined) return undefined;
  const isUnknown = facts.every(({ fact }) => fact.isUnknown === true);
  const isOfLaw = ofProcedure.test(text) || (ofLimit.test(text) && !compares.test(text));
  if ((isOfLaw && (reference !== "concept" || isUnknown)) || (isUnknown && reference === "drawn thing"))
    return undefined;
  const found = factsAsked(text, reference, facts);
  if (found.length === 0) return undefined;
  // "The site plan" may be the one of a procedure where nothing was drawn.
  if (isOfLaw || (isUnknown && reference !== "concept")) {
    const lawQuestion = question.replace(ofThisConcept, "");
    return { kind: "beside", facts: found.slice(0, mostFacts), isOfLaw: false, lawQuestion };
  }
  return { kind: "fact", facts: found.slice(0, mostFacts), isWhole: found.length <= mostFacts && !isUnknown };
}

/** Returns whether a sentence names the concept of the project. */
export function namesConcept(text: string): boolean {
  return Object.values(named).some((pattern) => pattern.test(text));
}

function referenceOf(text: string): Reference | undefined {
  if (named.concept.test(text)) return "concept";
  if (named.ownPlan.test(text)) return "own plan";
  if (named.plan.test(text)) return "plan";
  return drawnThings.some((pattern) => pattern.test(text)) ? "drawn thing" : undefined;
}

/** Returns the facts that a question asks for; none where it has a word that none of them is about. */
function factsAsked(text: string, reference: Reference, facts: readonly MarkedFact[]): readonly MarkedFact[] {
  const isNamed = reference !== "drawn thing";
  // "Does the concept have 12 homes" asks how many it has; "do we have enough parking for 12 homes" asks of 12 homes.
  // The stem of "zoning" is that of "zone", and the stem of "permitted" that of "permit".
  const subject = text.replace(/\b(?:zoning|permitted)\b/gi, "");
  const asked = contentTerms(subject).filter((term) => !neutralTerms.has(term) && !(isNamed && isNumber(term)));
  if (asked.length > 0) return coveringFacts(asked, facts);
  if (compares.test(text) || ofLimit.test(text)) return coveringFacts(comparedAsWhole, facts);
  return reference === "concept" || reference === "own plan" ? facts.slice(0, mostOfWhole) : [];
}

/**
 * Returns the facts that are about words between them: again and again those of the matter that most of the words left fit,
 * the first of several; none where a word is left.
 */
function coveringFacts(asked: readonly string[], facts: readonly MarkedFact[]): MarkedFact[] {
  const read = facts.map((marked) => {
    const { about = "", also = "", statement } = marked.fact;
    const topic = new Set(analyse(about));
    return {
      marked,
      topic,
      words: new Set([...topic, ...analyse(`${also} ${frameOf(statement)}`).filter((term) => !isNumber(term))]),
    };
  });
  const chosen: MarkedFact[] = [];
  let open = [...asked];
  while (open.length > 0) {
    const rated = read.flatMap(({ marked, topic, words }) =>
      open.some((term) => topic.has(term))
        ? [{ marked, words, fit: open.filter((term) => words.has(term)).length }]
        : [],
    );
    const most = Math.max(0, ...rated.map(({ fit }) => fit));
    const first = rated.find(({ fit }) => fit === most);
    if (!first) return [];
    const matter = rated.filter(({ marked, fit }) => fit === most && matterOf(marked) === matterOf(first.marked));
    chosen.push(...matter.map(({ marked }) => marked).filter((marked) => !chosen.includes(marked)));
    open = open.filter((term) => !matter.some(({ words }) => words.has(term)));
  }
  return chosen;
}

const isNumber = (term: string) => /^[\d.,]+$/.test(term);

/** What a fact is on: "concept.setback.front" is on "concept.setback". */
const matterOf = ({ fact }: MarkedFact) => fact.id.split(".").slice(0, 2).join(".");
