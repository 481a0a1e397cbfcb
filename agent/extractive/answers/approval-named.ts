/** An approval by which a law permits a use case by case. */
const approval =
  /\b(?:special (?:use )?permit|special exception|special use|conditional use(?: permit)?|use permit|special approval)(?=s?\b)/i;
/** Site plan approval, which is not a special approval. */
export const ofPlan = /\bsite plan (?:approval|review)\b/i;

/** The approval that a text names, with its article: "a special permit". */
export function approvalNamedIn(text: string): string | undefined {
  const named = approval.exec(text)?.[0].toLowerCase();
  return named && `${/^(?!use\b)[aeiou]/.test(named) ? "an" : "a"} ${named}`;
}
