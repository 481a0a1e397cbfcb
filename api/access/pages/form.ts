import { createHash, timingSafeEqual } from "node:crypto";
import { unstorableText } from "../../http/unstorable-text.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { PageRefused } from "./page-refused.ts";

/** The fields a browser sent. */
export interface Form {
  /** The field without space around it; empty when it was not sent. */
  text(name: string): string;
  /** The field as it was typed, for passwords. */
  raw(name: string): string;
  /** Every field, in the order they came. */
  readonly fields: readonly (readonly [string, string])[];
}

/** Name of the hidden field that carries the session's token. */
export const formTokenField = "form_token";

const mostBytes = 65_536;

/**
 * Reads a form and makes sure that one of our own pages sent it: by where the browser says it comes from, and, within
 * a session, by the session's token too. Both are needed; each covers what the other one misses.
 *
 * @throws PageRefused 403 for a foreign or unknown sender, 413, 415, 422
 */
export async function readCheckedForm(request: Request, session: Session | null, origin: string): Promise<Form> {
  assertOwnPage(request.headers, origin);
  const form = await readForm(request);
  if (session !== null && !isSame(form.raw(formTokenField), session.csrfToken)) {
    throw new PageRefused(
      403,
      "This form is out of date",
      "It was opened before you signed in again, or in another window. Go back, reload the page and send it again.",
    );
  }
  return form;
}

/** Browsers write both headers themselves, and no page can change them. */
function assertOwnPage(headers: Headers, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const from = headers.get("origin");
  // A page of our own under another name of this machine, such as 127.0.0.1, is known by the first header only.
  if (site !== null ? site === "same-origin" : from === origin) return;
  throw new PageRefused(
    403,
    "This form was not sent from our page",
    `Forms are taken from pages of ${origin} only. Open the page there and send it again.`,
  );
}

async function readForm(request: Request): Promise<Form> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new PageRefused(415, "Unreadable form", "A form is sent as application/x-www-form-urlencoded.");
  }
  const fields = [...new URLSearchParams(await readText(request)).entries()];
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const fault = values.has(name) ? { message: "was sent twice" } : (unstorableText(name) ?? unstorableText(value));
    if (fault) {
      const shown = name.replaceAll("\u0000", " ").slice(0, 60);
      throw new PageRefused(422, "Unreadable form", `The field ${JSON.stringify(shown)} ${fault.message}.`);
    }
    values.set(name, value);
  }
  const raw = (name: string) => values.get(name) ?? "";
  return { raw, text: (name) => raw(name).trim(), fields };
}

async function readText(request: Request): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > mostBytes) throw new PageRefused(413, "Form too large", `A form has at most ${mostBytes} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
