/**
 * Returns the form in which codes of districts are compared: R-2, R 2, R–2 and r2 are one, and Rural Business and Rural
 * Business Zone; R-1-8 and R-18 are not.
 */
export function normalCode(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/\p{Dash}/gu, "-")
    .replaceAll(/(?<=\d)-(?=\d)/g, "_")
    .replaceAll(/[^\p{L}\p{N}/_]/gu, "")
    .replace(/(?<=.)(?:ZONING)?(?:ZONE|DISTRICT)S?$/, "");
}

/** Whether two spellings mean one district. */
export const isSameCode = (one: string, other: string): boolean => normalCode(one) === normalCode(other);
