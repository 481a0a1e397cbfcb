import { makeResponse } from "./make-response.ts";
import { type ProblemCode, problemCatalogue } from "./problem-catalogue.ts";
import type { ExtensionMember } from "./problem-members.ts";

/** One bad field of a request. */
export interface FieldError {
  /** Where it is: `parcels[0].geometry`, a query parameter, or a header. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** What a thrower adds to the catalogue's entry; a member that codes add goes into the document as it stands. */
export interface ProblemMembers extends Readonly<Partial<Record<ExtensionMember, unknown>>> {
  /** Replaces the default text; must be safe for the caller to read. */
  readonly detail?: string;
  /** Whole seconds; also written as `Retry-After`. */
  readonly retry_after_seconds?: number;
  readonly poll?: string;
  /** Replaces the catalogue's next step. */
  readonly recovery?: { readonly action: string; readonly url?: string };
  readonly errors?: readonly FieldError[];
}

/** What only the server sees: headers of the answer, and the cause for the log. */
export interface ProblemInternals {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The body of every answer that is not a success. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly request_id: string;
  readonly [member: string]: unknown;
}

/** A refusal on its way to the caller. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, members: ProblemMembers, internals: ProblemInternals) {
    super(members.detail ?? problemCatalogue[code].detail, { cause: internals.cause });
    this.name = "Problem";
    this.code = code;
    this.status = problemCatalogue[code].status;
    this.members = members;
    this.headers = internals.headers ?? {};
  }
}

/** Makes a refusal of the catalogue, to be thrown from anywhere in `api`. */
export function problem(code: ProblemCode, members: ProblemMembers = {}, internals: ProblemInternals = {}): Problem {
  return new Problem(code, members, internals);
}

/** Makes the refusal of a request whose fields are wrong; the detail says them in one sentence each. */
export function validationProblem(errors: readonly FieldError[]): Problem {
  const detail = errors
    .slice(0, 5)
    .map((error) => (error.field ? `${error.field}: ${error.message}` : error.message))
    .join("; ");
  return problem("validation_failed", { detail: `${detail}.`, errors });
}

const longestDetail = 2_000;

/** Makes the document a caller reads. */
export function problemDocument(thrown: Problem, at: { baseUrl: string; requestId: string }): ProblemDocument {
  const entry = problemCatalogue[thrown.code];
  const { detail, retry_after_seconds, poll, recovery, ...context } = thrown.members;
  const wait = waitSeconds(retry_after_seconds);
  const nextStep = recovery ?? (entry.recovery === undefined ? undefined : { action: entry.recovery });
  const own = {
    type: `${at.baseUrl}/errors#${thrown.code}`,
    title: entry.title,
    status: entry.status,
    code: thrown.code,
    detail: printable(detail ?? entry.detail),
    request_id: at.requestId,
    ...(wait === undefined ? {} : { retry_after_seconds: wait }),
    ...(poll === undefined ? {} : { poll }),
    ...(nextStep === undefined ? {} : { recovery: nextStep }),
  };
  // A context member never replaces one of the document's own.
  return { ...own, ...context, ...own };
}

/** Makes the answer that carries a refusal. */
export function problemResponse(thrown: Problem, at: { baseUrl: string; requestId: string }): Response {
  const document = problemDocument(thrown, at);
  const wait = waitSeconds(thrown.members.retry_after_seconds);
  return makeResponse(document.status, JSON.stringify(document), {
    ...(wait === undefined ? {} : { "retry-after": String(wait) }),
    ...thrown.headers,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}

function waitSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
}

/** Text of the caller may be quoted in a detail: no control or direction characters, no lone surrogates, bounded. */
function printable(text: string): string {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");
  return plain.length <= longestDetail ? plain : `${plain.slice(0, longestDetail - 1)}…`;
}
