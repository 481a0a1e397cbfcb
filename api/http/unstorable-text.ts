/** Returns what is wrong with a text that the database cannot store, or undefined. */
export function unstorableText(text: string): { readonly code: string; readonly message: string } | undefined {
  if (text.includes("\u0000")) return { code: "not_allowed", message: "must not contain the NUL character" };
  if (!text.isWellFormed()) return { code: "not_allowed", message: "must not contain half of a surrogate pair" };
  return undefined;
}
