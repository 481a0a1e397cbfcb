/** "Warehouses; frontage on a state road is required": behind the semicolon a condition, and no further use. */
const clauseBehind = /;\s[^.;]{3,70}?\s(?:is|are|shall|must)\b/;

/**
 * Returns the uses of an entry of a list, apart at its semicolons: "Business office; bank; medical clinic". An entry with
 * a colon, a proviso or a clause is one part, because its semicolons part conditions of one use.
 */
export function usesOfEntry(text: string): string[] {
  const isSeries =
    text.replace(/;$/, "").includes("; ") && !/:|\bprovided\b|\bsubject to\b/i.test(text) && !clauseBehind.test(text);
  return isSeries ? text.split(/;\s+/) : [text];
}
