const longest = 8_000;

/**
 * Gives the path within this service that a person is sent to after signing in, or the fallback when the text would
 * lead anywhere else.
 *
 * Shape   path and query, as browsers understand it: no host, no scheme, none of the spellings browsers read as one
 */
export function safeReturnPath(text: string | null, fallback = "/account"): string {
  if (text === null || text.length > longest || !/^\/(?![/\\])[^\\\p{Cc}\s]*$/u.test(text)) return fallback;
  const origin = "http://service.invalid";
  const parsed = URL.parse(text, origin);
  if (parsed?.origin !== origin || parsed.pathname.startsWith("//")) return fallback;
  return `${parsed.pathname}${parsed.search}`;
}
