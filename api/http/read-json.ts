import { repeatedMember } from "./json-members.ts";
import { type FieldError, problem, validationProblem } from "./problem.ts";
import { unstorableText } from "./unstorable-text.ts";

/** How long a JSON body may take to arrive. */
const bodyTimeoutMs = 60_000;

/** Largest JSON body unless an operation says otherwise, in bytes. */
export const defaultMaxBodyBytes = 1_048_576;

const deepest = 64;
const harmfulNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads a JSON body as it was sent, or `{}` when nothing was sent.
 *
 * Refused before any schema sees it: another media type (415), too many bytes (413, also without a length), text that
 * is not UTF-8 or not JSON, or that takes longer than a minute to arrive (400), and members repeated, nested too deep, dangerous by name or impossible to store (422).
 */
export async function readJson(request: Request, maxBytes: number, timeoutMs = bodyTimeoutMs): Promise<unknown> {
  const bytes = await inTime(request, maxBytes, timeoutMs);
  if (bytes.length === 0) return {};
  assertJsonType(request.headers);
  const text = decode(bytes);
  const value = parse(text);
  const repeated = repeatedMember(text);
  if (repeated !== undefined) {
    throw validationProblem([{ field: repeated, code: "duplicate", message: "stands twice in the same object" }]);
  }
  const errors: FieldError[] = [];
  collectHarm(value, "", 0, errors);
  if (errors.length > 0) throw validationProblem(errors);
  return value;
}

/** A sender that gives a byte now and then would otherwise hold its connection for as long as an upload may. */
async function inTime(request: Request, maxBytes: number, timeoutMs: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const detail = `The request body did not arrive within ${timeoutMs / 1000} s.`;
    const refusal = problem("invalid_json", { detail }, { headers: { connection: "close" } });
    timer = setTimeout(() => reject(refusal), timeoutMs);
  });
  const reading = readBytes(request, maxBytes);
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function tooLarge(maxBytes: number) {
  return problem("payload_too_large", {
    detail: `The request body is larger than the ${maxBytes} bytes that this operation accepts.`,
    max_bytes: maxBytes,
  });
}

function assertJsonType(headers: Headers): void {
  const [type, ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const isPlain = (headers.get("content-encoding") ?? "identity").toLowerCase() === "identity";
  if (type?.trim() !== "application/json" || !isUtf8 || !isPlain) {
    throw problem("unsupported_media_type", { detail: "The body must be application/json in UTF-8, not compressed." });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw problem("invalid_json", { detail: "The request body is not UTF-8 text." }, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = /position (\d+)/.exec(String(cause))?.[1];
    const where = position === undefined ? "" : ` near character ${position}`;
    throw problem("invalid_json", { detail: `The request body is not valid JSON${where}.` }, { cause });
  }
}

function collectHarm(value: unknown, path: string, depth: number, errors: FieldError[]): void {
  if (errors.length >= 20) return;
  if (typeof value === "string") {
    const fault = unstorableText(value);
    if (fault) errors.push({ field: path, ...fault });
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= deepest) {
    errors.push({ field: path.slice(0, 200), code: "too_deep", message: `must not be nested deeper than ${deepest}` });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectHarm(item, `${path}[${index}]`, depth + 1, errors);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const field = path === "" ? name : `${path}.${name}`;
    const fault = unstorableText(name);
    if (fault) errors.push({ field: field.toWellFormed().replaceAll("\u0000", " "), ...fault });
    else if (harmfulNames.has(name)) errors.push({ field, code: "unknown_member", message: "is not expected here" });
    else collectHarm(member, field, depth + 1, errors);
  }
}
