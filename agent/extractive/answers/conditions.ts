import { besideDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import type { UseConcept } from "../question/use-words.ts";

/** A condition for which ordinances set a separate value: the utilities of a lot, the district beside it, its position, the approval applied for. */
type Facet = "water" | "sewer" | "neighbor" | "position" | "street" | "traffic" | "angle" | "role" | "procedure";

/** The conditions a text speaks of, by facet; a facet with several values is spoken of in several cases. */
export type Conditions = ReadonlyMap<Facet, ReadonlySet<string>>;

/** How the case of a text stands to the conditions of a question. */
export type ConditionFit = "fits" | "excludes" | "silent";

/** How texts name the cases of a facet; of what is applied for, a deadline of one procedure says nothing of another's. */
const cases: readonly (readonly [facet: Facet, value: string, told: RegExp])[] = [
  ["position", "corner", /\bcorner\b/i],
  ["position", "interior", /\b(?:interior|inside|mid-?block|internal)\s+lots?\b|\blots?\b[^.;]{0,20}\binterior\b/i],
  ["position", "through", /\bthrough\s+lots?\b|\bdouble[- ]frontage\b/i],
  [
    "position",
    "flag",
    /\b(?:flag|rear|back|panhandle)\s+lots?\b(?!\s+lines?\b)|\blots?\s+behind\s+(?:another|an existing)\b/i,
  ],
  ["position", "waterfront", /\b(?:waterfront|shorefront|lakefront|riverfront)\b/i],
  ["street", "highway", /\bstate\s+(?:roads?|routes?|highways?)\b|\bhighways?\b/i],
  ["street", "arterial", /\b(?:arterials?|major\s+(?:streets?|roads?|thoroughfares?))\b/i],
  ["street", "collector", /\bcollectors?\b/i],
  ["street", "local", /\b(?:local|minor|residential)\s+(?:streets?|roads?)\b/i],
  ["street", "alley", /\balleys?\b/i],
  ["traffic", "one way", /\bone[- ]way\b/i],
  ["angle", "slanted", /\b(?:30|45|60|thirty|forty-five|sixty)[\s()\d-]*(?:degrees?\b|°)|\bangled?\b|\bdiagonal/i],
  ["procedure", "special permit", /\b(?:special|conditional)\s+(?:use\s+)?(?:permits?|exceptions?|uses?)\b/i],
  ["procedure", "variance", /\bvariances?\b/i],
  ["procedure", "appeal", /\bappeals?\b(?!\s+boards?)(?<!\b(?:board|court)\s+of\s+(?:zoning\s+)?appeals?)/i],
  ["procedure", "subdivision", /\bsubdivisions?\b|\bfinal\s+plats?\b|\bpreliminary\s+plats?\b/i],
  ["procedure", "site plan", /\bsite\s+plans?\b/i],
  ["procedure", "amendment", /\b(?:zone|zoning|map|text)\s+(?:map\s+)?(?:amendments?|changes?)\b|\brezon\w+/i],
];

const accessoryThings =
  /\baccessory\b|\b(?:sheds?|garages?|gazebos?|outbuildings?|barns?|carports?|greenhouses?|swimming pools?|fences?)\b/i;
/** The principal building that something is measured by is not what is regulated: "half the floor area of the principal dwelling", "ten feet from the principal building". */
const principalThings =
  /(?<!\b(?:half|percent|third|quarter)\b[^.;]{0,60}\bof the\s)(?<!\bfrom (?:the|a|any)\s)\b(?:principal|main|primary)\s+(?:or\s+\w+\s+)?(?:buildings?|structures?|dwellings?|houses?|uses?)\b/i;

/** Reads the conditions a text speaks of. */
export function conditionsIn(text: string): Conditions {
  const found = new Map<Facet, Set<string>>();
  const add = (facet: Facet, value: string) => found.set(facet, (found.get(facet) ?? new Set<string>()).add(value));
  for (const [facet, value] of utilitiesIn(text)) add(facet, value);
  for (const value of neighborsIn(text)) add("neighbor", value);
  for (const [facet, value, told] of cases) if (told.test(text)) add(facet, value);
  if (accessoryThings.test(text)) add("role", "accessory");
  else if (principalThings.test(text)) add("role", "principal");
  return found;
}

/** What a text leaves out: "… at any point excepting flag lots per Section 8.11". */
const leftOut = /\b(?:except(?:ing|ed)?|excluding|other than|with the exception of)\b[^.;:]*/gi;

/** Reads the conditions that a provision is set for: those of its words, and the kind of lot of the title above it. */
export function conditionsOf(words: string, title: string): Conditions {
  const told = conditionsIn(words.replace(leftOut, " "));
  const above = conditionsIn(title).get("position");
  return above && !told.has("position") ? new Map([...told, ["position", above]]) : told;
}

/**
 * Tells whether a text is for the conditions asked about: it fits when it speaks of one of them and of none that
 * excludes another; a text that speaks of none is silent, and may hold for all.
 */
export function conditionFit(asked: Conditions, told: Conditions): ConditionFit {
  let fits = false;
  for (const [facet, wanted] of asked) {
    const held = told.get(facet);
    if (!held) continue;
    if (![...wanted].some((value) => held.has(value))) return "excludes";
    if (facet !== "role") fits = true;
  }
  return fits ? "fits" : "silent";
}

/** Facets of which a value for one case says nothing of the others. */
const parting: readonly Facet[] = ["water", "sewer", "neighbor", "position"];

/** Tells whether a text is for one case only, such as lots with a sewer, of which the question says nothing. */
export function isUnaskedCase(asked: Conditions, told: Conditions): boolean {
  return parting.some((facet) => !asked.has(facet) && told.has(facet));
}

const neighborsIn = (text: string): string[] =>
  [...text.matchAll(besideDistrict)].map(
    ({ groups: { not = "", name = "" } = {} }) => `${not === "" ? "beside" : "away from"} ${name.toLowerCase()}`,
  );

/** A label of a row speaks of what lots are served by when it names it: "Water and sewer". */
const longestLabel = 40;
const serviceWord =
  /\b(?:(?<water>water)(?!\s*(?:course|way|front|line|body|bodies|table|mark|quality|resource|surface))|(?<sewer>sewers?|sewerage|sewage)(?!\s+disposal\s+plant)|(?<septic>septic)|(?<well>(?:private|individual|drilled|on-?site)\s+wells?|wells?(?=\s+(?:and|or)\s+(?:an?\s+)?septic)|(?<=\ban?\s)well(?!\w|-))|(?<both>(?:central|public|municipal|full)\s+(?:services?|utilities)))\b/gi;
const public_ =
  /\b(?:public|municipal|city|town|county|village|central(?:ized)?|community|sanitary|served|serviced|connect\w*|hook\w*|available|both|with|has|have|having|is|there)\b/i;
const private_ = /\b(?:on-?site|individual|private(?:ly)?|septic|subsurface)\s*(?:and\s+\w+\s+)?$/i;
const negating =
  /\b(?:no|not|without|neither|nor|lack\w*|absence of|un)\b(?:(?!\b(?:but|with|only|has|have)\b)[^,;.])*$/i;

/** Reads by what a lot is served: "public water but no sewer", "with public water only", "on-site septic". */
function utilitiesIn(text: string): (readonly ["water" | "sewer", "yes" | "no"])[] {
  const found: (readonly ["water" | "sewer", "yes" | "no"])[] = [];
  for (const match of text.matchAll(serviceWord)) {
    const { water, sewer, septic, well, both } = match.groups ?? {};
    const clause =
      text
        .slice(0, match.index)
        .split(/[.;:|]/)
        .at(-1) ?? "";
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 50);
    if (both) found.push(["water", "yes"], ["sewer", "yes"]);
    else if (septic) found.push(["sewer", "no"]);
    else if (well) found.push(["water", "no"]);
    else {
      const kind = water ? "water" : sewer ? "sewer" : undefined;
      if (kind === undefined || /^\s*(?:lines?|mains?|tanks?|pipes?|features?)\b/i.test(after)) continue;
      const isAbsent =
        negating.test(clause) ||
        private_.test(clause) ||
        /^[^.;,]{0,30}\b(?:(?:is|are)\s+(?:not|un)\s*available|(?:do|does|did)(?:\s+not|n['’]t)\s+(?:reach|serve|run|go|come))\b/i.test(
          after,
        );
      if (!isAbsent && text.length > longestLabel && !public_.test(`${clause} ${after}`)) continue;
      found.push([kind, isAbsent ? "no" : "yes"]);
      if (
        /^\s*(?:service\s+|supply\s+|system\s+)?(?:only|alone)\b/i.test(after) ||
        /\bonly\s+(?:[\w-]+\s+){0,2}$/i.test(clause)
      )
        found.push([kind === "water" ? "sewer" : "water", "no"]);
    }
  }
  return found;
}

const conditionWords =
  /^(?:septic|system|sewer|sewerag|sewag|water|public|municip|privat|wells?|citi|town|counti|servic|serv|connect|hookup|onsit|on-sit|corner|interior|insid|flag|state|highwai|arteri|collector|local|side)$/;

/**
 * The question without the words that only say on what condition a value is asked for, as far as it states one: "with a
 * septic system" is no thing that the value is of.
 */
export function withoutConditionWords(question: QuestionReading): QuestionReading {
  const asked = conditionsIn(question.text);
  if (asked.size === 0 || question.subject.length === 0) return question;
  const isOfCondition = ({ kind, phrases }: UseConcept) =>
    kind === undefined && phrases.every((words) => words.every((word) => conditionWords.test(word)));
  const subject = question.subject.filter((concept) => !isOfCondition(concept));
  const isTelling = subject.some(({ weight }) => weight >= leastWeight);
  return { ...question, subject: isTelling ? subject : [] };
}

/** A word that only colours a question. */
const leastWeight = 0.5;
