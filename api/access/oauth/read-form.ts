import { OAuthRefused } from "./oauth-refused.ts";

const mostBytes = 32_768;

/**
 * Reads a form body, in which every parameter may stand once.
 *
 * Throws  OAuthRefused invalid_request: another media type, too large, a parameter twice or also in the address
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
 * Gives parameters by name; an empty value counts as left out.
 *
 * Throws  OAuthRefused invalid_request when one stands twice
 * Source  RFC 6749, section 3.1
 */
export function single(given: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of given) {
    if (values.has(name)) throw new OAuthRefused("invalid_request", `The parameter ${shown(name)} stands twice.`);
    if (value !== "") values.set(name, value);
  }
  return values;
}

/**
 * Gives a parameter that must be there.
 *
 * Throws  OAuthRefused invalid_request
 */
export function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthRefused("invalid_request", `The parameter ${name} is missing.`);
  return value;
}

const shown = (name: string) => name.replace(/[^\x21-\x7e]/g, "?").slice(0, 40);
