import { unstorableText } from "../../http/unstorable-text.ts";
import { OAuthRefused } from "./oauth-refused.ts";

const mostBytes = 32_768;

/**
 * Reads a form body, in which each parameter may be sent once.
 *
 * @throws OAuthRefused invalid_request for another media type, a body too large, or a parameter that is repeated, in the
 * URL, or impossible to store
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new OAuthRefused("invalid_request", "The body must be application/x-www-form-urlencoded.", 415);
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > mostBytes) throw new OAuthRefused("invalid_request", `The body is larger than ${mostBytes} bytes.`, 413);
    pieces.push(piece);
  }
  if (new URL(request.url).search !== "") {
    throw new OAuthRefused("invalid_request", "Parameters belong in the body, not in the address.");
  }
  return single(new URLSearchParams(Buffer.concat(pieces).toString("utf8")));
}

/**
 * Returns parameters by name; an empty value counts as left out.
 *
 * @throws OAuthRefused invalid_request for a repeated parameter, or one that cannot be stored
 * @see RFC 6749 section 3.1
 */
export function single(given: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of given) {
    if (values.has(name)) throw new OAuthRefused("invalid_request", `The parameter ${shown(name)} was sent twice.`);
    const fault = unstorableText(name) ?? unstorableText(value);
    if (fault) throw new OAuthRefused("invalid_request", `The parameter ${shown(name)} ${fault.message}.`);
    if (value !== "") values.set(name, value);
  }
  return values;
}

/**
 * Returns a required parameter.
 *
 * @throws OAuthRefused invalid_request when it is missing
 */
export function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthRefused("invalid_request", `The parameter ${name} is missing.`);
  return value;
}

const shown = (name: string) => name.replace(/[^\x21-\x7e]/g, "?").slice(0, 40);
