import { closedSchema, isRecord, type JsonSchema } from "../../api/http/closed-schema.ts";
import { type Operation, pathParameters } from "../../api/http/operation.ts";
import type { Call, TestAnswer } from "../support/http.ts";

/** Where an operation takes the id of something: a parameter of its path, or a member of its body or query. */
export interface IdPlace {
  readonly where: "path" | "body" | "query";
  /** Names from the outside in: `filters`, `document_ids`. */
  readonly path: readonly string[];
  readonly takesList: boolean;
}

/** Ids in a request that name no thing of an organization. */
const notOurs = new Set(["model_id", "ll_uuid", "zone_id"]);

/** Lists every place of an operation that takes the id of a thing which belongs to somebody. */
export function idPlacesOf(operation: Operation): readonly IdPlace[] {
  const inPath = pathParameters(operation.path)
    .filter((name) => isIdName(name))
    .map((name): IdPlace => ({ where: "path", path: [name], takesList: false }));
  const inQuery = placesIn(closedSchema(operation.query), "query", []);
  const { body } = operation;
  const inBody = body === undefined || body === "stream" ? [] : placesIn(closedSchema(body), "body", []);
  return [...inPath, ...inQuery, ...inBody];
}

const isIdName = (name: string) => /(?:^|_)ids?$|^shared_with$/.test(name) && !notOurs.has(name);

function placesIn(schema: JsonSchema, where: "body" | "query", outer: readonly string[]): IdPlace[] {
  return Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(([name, member]) => {
    if (!isRecord(member)) return [];
    const path = [...outer, name];
    if (isIdName(name)) return [{ where, path, takesList: member.type === "array" }];
    return placesIn(member, where, path);
  });
}

/** Name of the thing that stands at a place: `filters.document_ids` takes a `document_id`. */
export function thingAt(place: IdPlace): string {
  const name = place.path.at(-1) ?? "";
  if (name === "previous_turn_id") return "turn_id";
  if (name === "replaces_document_id") return "document_id";
  return name === "shared_with" ? "user_id" : name.replace(/_ids$/, "_id");
}

/** A request that is being put together. */
export interface DraftRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Gives the documented request of an operation with the given things in its path and in its body. */
export function draftOf(operation: Operation, ids: Readonly<Record<string, string>>): DraftRequest {
  // Two kinds of job are read by their id.
  const known = operation.path.includes("/reports/") ? { ...ids, job_id: ids.report_job_id ?? "0" } : ids;
  const params = Object.fromEntries(pathParameters(operation.path).map((name) => [name, known[name] ?? "0"]));
  const example = structuredClone(operation.example?.body);
  const body = isRecord(example) && "project_id" in example ? { ...example, project_id: ids.project_id } : example;
  return { params, query: {}, body };
}

/** Puts an id in a place of a request. */
export function withId(draft: DraftRequest, place: IdPlace, id: string): DraftRequest {
  const [name = ""] = place.path;
  if (place.where === "path") return { ...draft, params: { ...draft.params, [name]: id } };
  if (place.where === "query") return { ...draft, query: { ...draft.query, [name]: id } };
  return { ...draft, body: setAt(draft.body, place.path, place.takesList ? [id] : id) };
}

function setAt(target: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...inner] = path;
  if (name === undefined) return value;
  const members = isRecord(target) ? target : {};
  return { ...members, [name]: setAt(members[name], inner, value) };
}

/** Sends a drafted request. */
export function send(
  call: Call,
  operation: Operation,
  draft: DraftRequest,
  more: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<TestAnswer> {
  const query = new URLSearchParams(draft.query).toString();
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(draft.params[name] ?? ""),
  );
  const takesJson = operation.body !== undefined && operation.body !== "stream";
  const body = takesJson ? { body: draft.body ?? {} } : {};
  return call(operation.method, query === "" ? path : `${path}?${query}`, { ...more, ...body });
}

/** An answer without what is of this one request: two that are equal tell their callers the same. */
export function told(answer: TestAnswer): unknown {
  const { request_id: _, instance: __, search_id: ___, retrieval: ____, ...members } = answer.json;
  const headers = ["content-type", "allow", "retry-after", "www-authenticate"].map((name) => answer.headers.get(name));
  return { status: answer.status, members, headers };
}
