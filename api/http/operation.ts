import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Principal } from "./principal.ts";
import type { ProblemCode } from "./problem-catalogue.ts";
import type { Scope } from "./scopes.ts";

/** Methods an operation can be declared with; HEAD and OPTIONS are answered by the pipeline. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What opens an operation: an API key, the one-time token in its path, or nothing. */
export type Auth = "api_key" | "link" | "public";

/** How an operation is paid for. */
export type Cost = "free" | "flat" | "metered" | "reserved";

/** A schema of a JSON body, `"stream"` for bytes that the handler reads itself, or no body at all. */
export type BodyDeclaration = TSchema | "stream" | undefined;

/** One answer an operation can give when it succeeds. */
export interface ResponseDeclaration {
  /** Of the JSON body; null when there is none, or when it is not JSON. */
  readonly schema: TSchema | null;
  readonly description: string;
  readonly example?: unknown;
  /** Media types of a body that is not JSON, or that may be asked for instead of JSON. */
  readonly otherTypes?: readonly string[];
  /** Headers beyond those of every answer, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A type with every array and member read-only, so that services may return what they keep read-only. */
export type DeepReadonly<Value> = Value extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: DeepReadonly<Value[Member]> }
    : Value;

/** An answer of a handler: a status, a JSON value, and headers of its own. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  readonly isRaw: false;
  /** Nothing was changed for this answer: under a key for retries it is not kept, and the key is free again. */
  readonly isUncommitted?: boolean;
  /** The body is never changed, and the same one may be answered again. */
  readonly isShared?: boolean;
}

/** An answer whose body is bytes or text of a named media type. */
export interface RawReply<Status extends number = number> {
  readonly status: Status;
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isRaw: true;
}

/** Either kind of answer. */
export type AnyReply = Reply | RawReply;

type BodyOf<Declaration extends ResponseDeclaration> = Declaration["schema"] extends TSchema
  ? DeepReadonly<Static<Declaration["schema"]>>
  : undefined;

/** Every answer that the declared responses allow. */
export type ReplyFor<Responses extends Readonly<Record<number, ResponseDeclaration>>> = {
  [Status in keyof Responses & number]: Reply<Status, BodyOf<Responses[Status]>> | RawReply<Status>;
}[keyof Responses & number];

/** Answers with a JSON value; 204 takes `undefined`. */
export function reply<Status extends number, const Body>(
  status: Status,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): Reply<Status, Body> {
  return { status, body, headers, isRaw: false };
}

/** Marks an answer for which nothing was changed, such as an estimate: it does not use up a key for retries. */
export function uncommitted<Answer extends Reply>(answer: Answer): Answer {
  return { ...answer, isUncommitted: true };
}

/** Marks an answer whose body is never changed and may be given again: its text is then made once. */
export function shared<Answer extends Reply>(answer: Answer): Answer {
  return { ...answer, isShared: true };
}

/** Answers with bytes or text: a file, a page, an event stream. */
export function rawReply<Status extends number>(
  status: Status,
  body: RawReply["body"],
  headers: Readonly<Record<string, string>> & { readonly "content-type": string },
): RawReply<Status> {
  return { status, body, headers, isRaw: true };
}

/** The claim behind an `Idempotency-Key`, while the handler runs. */
export interface IdempotencyHandle {
  readonly key: string;
  /** What an earlier attempt saved before its process died: resume this instead of starting again. */
  readonly reference: string | undefined;
  /** Remembers the turn, job or reservation that a later attempt must resume; inside a transaction it joins it. */
  saveReference(reference: string): Promise<void>;
  /**
   * Takes the end of the claim over from the pipeline, for work that goes on while its answer is being streamed. Until
   * an end is chosen, a retry is told to wait.
   */
  takeOver(): ClaimEnding;
}

/** The ends of an attempt under a key. */
export interface ClaimEnding {
  /** Keeps the outcome: a retry is answered by the operation's `replay`, with the status given here. */
  keep(status: number): Promise<void>;
  /** Frees the key, because nothing was changed under it. */
  release(): Promise<void>;
  /** Leaves what was begun to be resumed by the next retry. */
  abandon(): Promise<void>;
}

/** What a handler is given; everything from the caller has passed its schema. */
export interface OperationContext<A extends Auth, Params, Query, Body> {
  readonly principal: A extends "api_key" ? Principal : undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  readonly requestId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly clientAddress: string;
  /** Present when the operation is idempotent and the caller sent a key. */
  readonly idempotency: IdempotencyHandle | undefined;
}

/** A recorded outcome that is about to be answered again. */
export interface RecordedReply {
  readonly status: number;
  /** What the first run saved with `saveReference`. */
  readonly reference: string | undefined;
}

/** What a limit counts: calls of one credential, or of one address where there is no credential. */
export interface LimitDeclaration {
  readonly perMinute: number;
  /** Operations with the same bucket share one count; by default each has its own. */
  readonly bucket?: string;
}

/** What is being retired, and where to go instead; dates in RFC 3339, the successor with the parameters of this path. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
  readonly successor: string;
}

interface Facts<A extends Auth> {
  readonly operationId: string;
  readonly method: Method;
  /** Template below the base address, such as `/v1/projects/{project_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly auth: A;
  /** Null only where there is no credential to carry it. */
  readonly scope: A extends "api_key" ? Scope : null;
  readonly limit: LimitDeclaration;
  readonly idempotent: boolean;
  readonly cost: Cost;
  /** Codes this operation throws itself; those of the pipeline are added to the documentation by themselves. */
  readonly problems: readonly ProblemCode[];
  /** 1 MiB unless stated. */
  readonly maxBodyBytes?: number;
  readonly deprecated?: Deprecation;
  /** A GET that changes something: HEAD then needs `head`, or is not allowed. */
  readonly hasEffects?: boolean;
  /** A valid request, shown in the documentation and used by the tests that are made from declarations. */
  readonly example?: { readonly params?: object; readonly query?: object; readonly body?: unknown };
}

type JsonOf<Body extends BodyDeclaration> = Body extends "stream"
  ? ReadableStream<Uint8Array> | null
  : Body extends TSchema
    ? Static<Body>
    : undefined;

/** What {@link defineOperation} takes; the handler's context and answer are typed from the schemas. */
export interface OperationDeclaration<
  A extends Auth,
  Params extends TObject,
  Query extends TObject,
  Body extends BodyDeclaration,
  Responses extends Readonly<Record<number, ResponseDeclaration>>,
> extends Facts<A> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly responses: Responses;
  handler(
    context: OperationContext<A, Static<Params>, Static<Query>, JsonOf<Body>>,
  ): Promise<ReplyFor<NoInfer<Responses>>>;
  /** Answers HEAD where the GET has effects: the same headers, nothing changed. */
  head?(
    context: OperationContext<A, Static<Params>, Static<Query>, JsonOf<Body>>,
  ): Promise<ReplyFor<NoInfer<Responses>>>;
  /**
   * Rebuilds a recorded answer that must not be kept as it was, such as one that holds a one-time link; undefined when
   * what it promised has come to nothing, and the operation is to be run anew.
   */
  replay?(
    context: OperationContext<A, Static<Params>, Static<Query>, JsonOf<Body>>,
    recorded: RecordedReply,
  ): Promise<ReplyFor<NoInfer<Responses>> | undefined>;
}

/** The context of an operation whose types have been forgotten. */
export interface AnyContext {
  readonly principal: Principal | undefined;
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
  readonly request: Request;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly clientAddress: string;
  readonly idempotency: IdempotencyHandle | undefined;
}

/** A declared operation: the one source of its route, checks, documentation and tests. */
export interface Operation extends Facts<Auth> {
  readonly scope: Scope | null;
  readonly params: TObject;
  readonly query: TObject;
  readonly body: BodyDeclaration;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  readonly handler: (context: AnyContext) => Promise<AnyReply>;
  readonly head: ((context: AnyContext) => Promise<AnyReply>) | undefined;
  readonly replay: ((context: AnyContext, recorded: RecordedReply) => Promise<AnyReply | undefined>) | undefined;
}

/**
 * Declares an operation once; its route, checks, documentation and test matrices are derived from this.
 *
 * @throws Error at start when the parts of the declaration contradict each other
 */
export function defineOperation<
  A extends Auth,
  const Responses extends Readonly<Record<number, ResponseDeclaration>>,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends BodyDeclaration = undefined,
>(declaration: OperationDeclaration<A, Params, Query, Body, Responses>): Operation {
  const operation = {
    ...declaration,
    params: declaration.params ?? Type.Object({}),
    query: declaration.query ?? Type.Object({}),
    body: declaration.body,
    head: declaration.head,
    replay: declaration.replay,
    // The pipeline gives each handler only what has passed the schemas of its own declaration.
  } as unknown as Operation;
  const contradiction = contradictionIn(operation);
  if (contradiction) throw new Error(`operation ${declaration.operationId}: ${contradiction}`);
  return Object.freeze(operation);
}

/** Returns the rate limit of an operation as a sentence. */
export function limitInWords({ auth, limit }: Operation): string {
  const caller = auth === "api_key" ? "credential" : "address";
  const counted =
    limit.bucket === undefined ? "this operation" : `the operations that share the limit "${limit.bucket}"`;
  return `The limit is ${limit.perMinute} requests per minute from one ${caller} to ${counted}.`;
}

/** Names in the braces of a path template, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? "");
}

/** Fills a path template: each parameter in its one spelling, however a caller may have escaped it. */
export function filledPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

function contradictionIn(operation: Operation): string | undefined {
  const inPath = pathParameters(operation.path);
  const declared = Object.keys(operation.params.properties);
  if (inPath.length !== declared.length || inPath.some((name) => !declared.includes(name))) {
    return `the path names {${inPath.join(", ")}} and params declares {${declared.join(", ")}}`;
  }
  if ((operation.auth === "api_key") !== (operation.scope !== null)) return "a scope goes with an API key, and only so";
  if (operation.idempotent && (operation.auth !== "api_key" || operation.method === "GET")) {
    return "only writes under a credential can be idempotent by key";
  }
  if (operation.idempotent && operation.body === "stream") return "a streamed body has no fingerprint";
  if (operation.body !== undefined && (operation.method === "GET" || operation.method === "DELETE")) {
    return `${operation.method} takes no body`;
  }
  if (operation.cost !== "free" && operation.auth !== "api_key") return "only a credential can pay";
  return undefined;
}
