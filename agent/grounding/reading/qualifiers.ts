import { withoutActors } from "./actors.ts";
import { type BoundAmount, boundAmountsIn } from "./bounds.ts";
import { matterOf } from "./matter.ts";

/** A part of a statement that takes cases out of it or ties it to a condition. */
export interface Qualifier {
  readonly kind: "except" | "condition" | "only";
  readonly text: string;
  readonly matter: readonly string[];
  /** Amounts that hold in its case. */
  readonly amounts: readonly BoundAmount[];
  /** True for "except as otherwise provided": it names no case. */
  readonly isGeneric: boolean;
}

/** A statement parted into its main clause and what qualifies it. */
export interface Qualified {
  readonly main: string;
  readonly qualifiers: readonly Qualifier[];
}

const except =
  /\b(?:with (?:the )?exception of|besides|apart from|aside from|not counting|except(?:ing|ed)?(?: that| for| when| where| as| in| on| by)?|unless|other than|excluding|not including|but not(?: including)?|outside(?= (?:of )?(?:the |an? )?(?:[\w-]+ ){1,4}(?:district|zone)))\b/i;
const only =
  /\b(?:only (?:if|when|upon|after|as|by|with|on|in|from|between|where|for)|if and only if|(?:may|shall|can) only|and then only)\b/i;
const condition = /\b(?:provided(?:,? however,?)?(?: that)?|so long as|as long as|on condition that|if|subject to)\b/i;
const cue = new RegExp(`${except.source}|${only.source}|${condition.source}`, "gi");
const verb = /\b(?:shall|must|may|can|is|are|was|were|requires?|needs?|has|have|will|up to|maximum|minimum)\b/i;
const generic =
  /\b(?:otherwise|as (?:herein|hereinafter|hereafter|provided|permitted|specified|noted|set forth|follows)|provided (?:in|for|by|herein)|specified|this (?:section|article|ordinance|chapter|code)|by-?law|subsections?|below|hereafter|herein)\b/i;

/**
 * Parts a statement. A qualifier that opens it ends at its first comma; any other reaches to the next cue or the end.
 * "only" stays in the main clause too, because it is part of what is permitted.
 */
export function qualifiedOf(text: string): Qualified {
  const cues = [...text.matchAll(cue)].filter((found) => !isIdle(text, found.index, found[0])).slice(0, 6);
  let main = "";
  let from = 0;
  const qualifiers: Qualifier[] = [];
  cues.forEach((found, at) => {
    if (found.index < from) return;
    main += text.slice(from, found.index);
    const next = cues[at + 1]?.index ?? text.length;
    const comma = text.indexOf(",", found.index + found[0].length);
    // Before the verb of the main clause a qualifier ends at its comma: "uses other than townhouses, no area …".
    const opens = !verb.test(main);
    const end = opens && comma > 0 && comma < next ? comma + 1 : next;
    const said = text.slice(found.index, end);
    qualifiers.push(qualifierOf(found[0], said));
    if (only.test(found[0])) main += said;
    from = end;
  });
  return { main: main + text.slice(from), qualifiers };
}

/** "as provided in", "shall be provided": a verb, not a condition. */
function isIdle(text: string, at: number, word: string): boolean {
  if (!/^provided/i.test(word)) return false;
  const before = text.slice(Math.max(0, at - 12), at);
  return (
    /\b(?:as|be|is|are|was|were|where|those|otherwise|spaces)\s+$/i.test(before) ||
    (/^provided$/i.test(word) && /^\s+(?:in|by|for|on|at|to)\b/i.test(text.slice(at + word.length)))
  );
}

function qualifierOf(word: string, text: string): Qualifier {
  const kind = except.test(word) ? "except" : only.test(word) ? "only" : "condition";
  const matter = matterOf(withoutActors(text));
  return {
    kind,
    text: text.trim(),
    matter,
    amounts: boundAmountsIn(text, false),
    isGeneric:
      ((generic.test(text) && matter.length <= 4) ||
        /\b(?:the following|in accordance with|as follows)\b/i.test(text)) &&
      !/\bapprov|\bpermitted by the\b/i.test(text),
  };
}
