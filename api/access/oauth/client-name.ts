const longest = 100;
const nameless = "An app without a name";

/**
 * Gives the name of a client as it may be shown: one line of at most 100 characters without control, direction or
 * invisible characters, by which one app could be made to look like another.
 */
export function cleanClientName(given: unknown): string {
  if (typeof given !== "string") return nameless;
  const plain = given
    .slice(0, 20_000)
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const short = [...plain].slice(0, longest).join("").trim();
  return short === "" ? nameless : short;
}
