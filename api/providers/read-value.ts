/** Returns the members of an object; none for anything else. */
export function valuesIn(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given) ? { ...given } : {};
}

/** Returns a text without surrounding spaces, or a number as text; null for anything else and for an empty text. */
export function textIn(given: unknown): string | null {
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  if (typeof given !== "string") return null;
  const text = given.trim();
  return text === "" ? null : text;
}
