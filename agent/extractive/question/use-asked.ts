import { contentTerms } from "../../text/words.ts";
import { likeliestKind } from "./question-kind.ts";
import { thingAskedAbout } from "./thing-asked.ts";
import { conceptsOf, hasTrait, isEveryday } from "./use-words.ts";

/** The use a question asks about: that of the sentence that asks, where it names a kind; else the one of the whole story. */
export function useAskedAbout(text: string): string | null {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const asking = sentences.length > 1 ? sentences.findLast((one) => likeliestKind(one) === "permission") : undefined;
  const own = asking === undefined ? null : useIn(asking);
  const [kind] = own === null ? [] : conceptsOf(own);
  // "I cut hair. May I see clients at home": what is done at home is said in the sentence before.
  const isNamed = kind !== undefined && !isEveryday(kind) && !hasTrait(kind.kind, "first");
  return isNamed ? own : useIn(text);
}

/** The use a text speaks of: what follows its verb where that names one, or what is left of all its words. */
function useIn(text: string): string | null {
  const phrase = usePhrase(text);
  const isKind = (one: string | null) => one !== null && conceptsOf(one).some(({ asked }) => asked !== undefined);
  if (isKind(phrase)) return phrase;
  const thing = thingAskedAbout(text);
  if (isKind(thing) || phrase === null || contentTerms(phrase).length === 0) return thing;
  return phrase;
}

/** ", allowed?" and "- is that ok" at the end of a question are no part of the use. */
const trailingVerdict =
  /[\s,;–—-]*(?:is (?:that|this|it) |would (?:that|this|it) be )?(?:ok(?:ay)?|allowed|permitted|legal|possible|fine)\s*$/i;

const verb =
  "(?:open|operate|run|propos(?:e|es|ing)|build|construct|develop|establish|install|add|keep|put|place|have|start|set up|rent out|erect|raise|(?<!\\b(?:an?|the|permitted|allowed|principal|accessory|eligible|conditional)\\s)use|park|sell|bury|string|pave|hang|dig|plant|store|demolish|tear down|create|lease and fit out|lease and occupy|lease|opening|building|launch)";
const object = String.raw`${verb}\s+(?:up\s+)?(?:an?\s+|the\s+|my\s+|some\s+|any\s+)?(.+)`;
const done = new RegExp(String.raw`\b${object}`, "i");
/** What somebody wishes to do, and not what there is: "we have a house and want to put a cottage behind it". */
const wished = new RegExp(
  String.raw`\b(?:want(?:s|ing)?|like|love|plan(?:s|ning)?|hop(?:e|es|ing)|wish(?:es)?|intend(?:s|ing)?|looking) to ${object}`,
  "i",
);

/** What comes after the verb of a question, up to where it stands. */
function usePhrase(text: string): string | null {
  const plain = text.replace(/[?.!]+\s*$/, "").replace(trailingVerdict, "");
  const converted = /\b(?:convert|turn|change|fix up|remodel|divide|redo)\b.+?\b(?:in)?to\s+(?:an?\s+)?(.+)/i.exec(
    plain,
  )?.[1];
  const asHomeUse = /\bas (?:an? )?((?:[\w-]+\s+){0,2}(?:home occupation|rental|residence|use))\b/i.exec(plain)?.[1];
  const afterVerb = (wished.exec(plain) ?? done.exec(plain))?.[1];
  const beforeVerdict =
    /^\s*(?:is|are|would|will)\s+(?:an?\s+|the\s+|my\s+)?(\S.*?)\s(?:be\s+)?(?:allowed|permitted|authorized|legal|prohibited|an?\s(?:[\w-]+\s){0,2}?use\b)/i.exec(
      plain,
    )?.[1];
  const beforeNeed =
    /^\s*(?:does|do|would|will)\s+(?:an?\s+|the\s+|my\s+)?(\S.*?)\s(?:need|require)\s+(?:[\w-]+\s+){0,3}?(?:approval|permit|permission|hearing|review)\b/i.exec(
      plain,
    )?.[1];
  const phrase = beforeNeed ?? converted ?? afterVerb ?? beforeVerdict;
  if (!phrase) return null;
  const core =
    phrase
      .split(
        /\s+(?:in|on|at|around|behind|inside|within|next to|near|along|adjacent to|meeting|while|requiring|where|there|as (?:the|my|our) (?:only|main|sole|principal)|that|which|who|whose|by right|without|for constructing|from|to improve|to the|under)\s+|,(?!\d{3})|[;:(]/i,
      )[0]
      ?.replace(/\s+(?:in|on|at)\s*$/i, "")
      .trim() ?? "";
  const joined = asHomeUse && !core.toLowerCase().includes(asHomeUse.toLowerCase()) ? `${core} ${asHomeUse}` : core;
  return joined === "" ? null : joined.replace(/\s+with\s+.*$/i, "");
}
