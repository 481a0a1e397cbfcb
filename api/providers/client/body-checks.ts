import { ProviderFault } from "./provider-fault.ts";

/** The kinds of files that providers send. */
export type MagicKind = "png" | "jpeg" | "pdf" | "zip" | "tiff";

const signatures: Readonly<Record<MagicKind, readonly string[]>> = {
  png: ["89504e470d0a1a0a"],
  jpeg: ["ffd8ff"],
  pdf: ["255044462d"],
  zip: ["504b0304", "504b0506"],
  // Little-endian and big-endian, each with 32-bit and 64-bit offsets.
  tiff: ["49492a00", "4d4d002a", "49492b00", "4d4d002b"],
};

/** Whether bytes begin like a page of HTML, whatever their type is declared to be. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  return head.startsWith("<!doctype html") || head.startsWith("<html") || /^<(?:head|body|script)\b/.test(head);
}

/**
 * Parses a JSON body.
 *
 * @throws ProviderFault passing, for HTML and for what is not JSON; by its code for an error in ArcGIS's form, which comes with status 200
 */
export function readJson(bytes: Uint8Array, name: string): unknown {
  const text = readText(bytes, name);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ProviderFault("passing", `${name} sent a response that is not valid JSON.`, {
      cause,
      internal: `${bytes.length} bytes, begin ${JSON.stringify(text.slice(0, 120))}`,
    });
  }
  const error = arcgisError(body);
  if (error) throw arcgisFault(error, name);
  return body;
}

/**
 * Decodes a text body.
 *
 * @throws ProviderFault passing, for HTML and for an empty body
 */
export function readText(bytes: Uint8Array, name: string): string {
  if (looksLikeHtml(bytes)) throw new ProviderFault("passing", `${name} sent a web page instead of data.`);
  if (bytes.length === 0) throw new ProviderFault("passing", `${name} sent an empty response.`);
  return new TextDecoder().decode(bytes);
}

/**
 * Makes sure that bytes are one of these kinds of files.
 *
 * @throws ProviderFault passing
 */
export function assertMagic(bytes: Uint8Array, kinds: readonly MagicKind[], name: string): void {
  const head = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (kinds.some((kind) => signatures[kind].some((signature) => head.startsWith(signature)))) return;
  const what = looksLikeHtml(bytes) ? "a web page" : bytes.length === 0 ? "an empty response" : "something else";
  throw new ProviderFault("passing", `${name} sent ${what} instead of a ${kinds.join(" or ").toUpperCase()} file.`, {
    internal: `${bytes.length} bytes, begin ${head}`,
  });
}

interface ArcgisError {
  readonly code: number;
  readonly message: string;
}

/** @see https://developers.arcgis.com/rest/ : errors are in the body, with status 200 */
function arcgisError(body: unknown): ArcgisError | undefined {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  const { error } = body;
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  const details = "details" in error && Array.isArray(error.details) ? error.details.filter(Boolean).join(" ") : "";
  const message = "message" in error && typeof error.message === "string" ? error.message : "";
  return { code: Number(error.code), message: [message, details].filter(Boolean).join(" ") };
}

function arcgisFault({ code, message }: ArcgisError, name: string): ProviderFault {
  const internal = `ArcGIS error ${code}: ${message.slice(0, 300)}`;
  // 498 and 499: the token is invalid, or missing.
  if ([401, 402, 403, 498, 499].includes(code)) {
    return new ProviderFault("refused", `${name} requires other credentials (error ${code}).`, { internal });
  }
  if (code === 429) return new ProviderFault("busy", `${name} is busy (error 429).`, { internal });
  const isPassing = code >= 500 || !Number.isFinite(code);
  return new ProviderFault(isPassing ? "passing" : "permanent", `${name} answered with error ${code}.`, { internal });
}
