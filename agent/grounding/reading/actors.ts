import { bodyNouns, bodyWords, memberNouns } from "../../text/public-bodies.ts";

/** A body or officer of a town as a text names it. */
export interface Actor {
  /** The noun: "board", "commission", "administrator". */
  readonly head: string;
  /** What tells it from others of its noun, lower case: "zoning", "appeals". */
  readonly marks: ReadonlySet<string>;
}

const acting = ["applicant", "owner"];
/** Officers that only laws of some states have. */
const officers = ["agent"];
/** A noun in its singular or plural. "Official map" names no officer, "sandwich board" no body, and only some agents act for a town. */
const noun = (word: string) =>
  word === "agent"
    ? "(?<=\\b(?:zoning|enforcement|planning|building|wetlands?|conservation) )agents?"
    : word === "official"
      ? "officials?(?! (?:submission|submittal|map|plat|plan|copy|record|notice|zoning))"
      : word === "board"
        ? "(?<!\\b(?:sandwich|message|menu|bulletin|reader|tack|score|clap|ridge|skirt)[ -]?)boards?(?! (?:and batten|feet|foot|fences?|signs?)\\b)"
        : `${word}s?`;
const nouns = [...[...bodyNouns, ...officers, ...acting].map(noun), ...memberNouns].join("|");
const body = new RegExp(
  `\\b((?:[A-Za-z]+ (?:and |& )?){0,3}?)(${nouns})\\b((?: of (?:the )?(?:zoning |building |land )?(?:${[...memberNouns, "appeals", "adjustments?", "health", "buildings", "education", "review", "directors"].join("|")}))?)`,
  "gi",
);
/** Words before a noun that belong to its name. */
const marks = new Set(bodyWords);
const subjects = new Set(acting);

/** Finds the bodies and officers that a text names; "applicant" and "owner" only where they act. */
export function actorsIn(text: string): Actor[] {
  return [...text.matchAll(body)].flatMap((match) => {
    const head = (match[2] ?? "").toLowerCase().replace(/s$/, "");
    if (subjects.has(head)) return [];
    const words = `${match[1] ?? ""} ${match[3] ?? ""}`.toLowerCase().split(/[^a-z]+/);
    return [{ head, marks: new Set(words.filter((word) => marks.has(word) && word !== "use")) }];
  });
}

/** Returns a text without the bodies it names: who acts is compared apart from the matter. */
export function withoutActors(text: string): string {
  return text.replace(body, (found, before: string, head: string) => {
    if (subjects.has(head.toLowerCase().replace(/s$/, ""))) return found;
    const words = before.split(/(?<=\s)/);
    const from = words.findLastIndex(
      (word) => !marks.has(word.trim().toLowerCase()) && !/^(?:and|&)$/i.test(word.trim()),
    );
    return words.slice(0, from + 1).join("");
  });
}

/** Who a sentence makes act: its subject before the first modal verb; null when that is no person. */
export function subjectOf(text: string): string | null {
  const match =
    /\b(applicant|owner|city|town|county|developer)s?\b[^.;,]{0,30}?\b(?:shall|must|may|will|is|can)\b/i.exec(text);
  return match && match.index < 24 ? (match[1] ?? "").toLowerCase() : null;
}

/** Tells whether two names can mean the same body: one noun, and the marks of one among those of the other. */
export function isSameActor(one: Actor, other: Actor): boolean {
  if (one.head !== other.head) return false;
  const [fewer, more] = one.marks.size <= other.marks.size ? [one.marks, other.marks] : [other.marks, one.marks];
  return [...fewer].every((mark) => more.has(mark));
}
