import fc from "fast-check";
import { isRecord, type JsonSchema } from "../../api/http/closed-schema.ts";
import type { DescribedOperation, DescribedParameter } from "./api-document.ts";
import { hostileBodies, hostileTexts } from "./hostile-values.ts";
import { nearMissesOf } from "./near-misses.ts";
import { standInOf, valuesOf } from "./schema-values.ts";
import { standIn } from "./stand-ins.ts";

/** Who calls: keys that open everything, part of it, another organization's things, or nothing. */
export const callers = ["owner", "member", "stranger", "narrow", "revoked", "malformed", "nobody"] as const;
export type Caller = (typeof callers)[number];

/** A request as it was thought up; texts may hold stand-ins for resources that exist. */
export interface FuzzRequest {
  readonly caller: Caller;
  readonly method: string;
  /** With parameters filled in and percent-encoded. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send, or undefined for no body at all. */
  readonly body: string | undefined;
}

/** Makes requests to one operation: right ones, nearly right ones, and hostile ones. */
export function requestsTo(operation: DescribedOperation): fc.Arbitrary<FuzzRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record({
      caller: callerOf(operation),
      isHead: operation.method === "GET" ? oneIn(8, fc.constant(true)) : fc.constant(undefined),
      params: fc.tuple(...inPath.map(pathValues)),
      query: fc.tuple(
        oneIn(10, extraParameters).map((extra) => (extra ? [extra] : [])),
        ...inQuery.map(queryValues),
      ),
      headers: headersFor(operation),
      sent: bodiesFor(operation),
    })
    .map(({ caller, isHead, params, query, headers, sent }) => ({
      caller,
      method: isHead === true ? "HEAD" : operation.method,
      path: inPath.reduce(
        (path, { name }, index) => path.replace(`{${name}}`, () => params[index] ?? ""),
        operation.path,
      ),
      query: query.flat(),
      headers: sent.type === undefined ? headers : { "content-type": sent.type, ...headers },
      body: sent.text,
    }));
}

function callerOf(operation: DescribedOperation): fc.Arbitrary<Caller> {
  if (!operation.needsCredential) return fc.constantFrom<Caller>("nobody", "owner");
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant<Caller>("owner") },
    { weight: 3, arbitrary: fc.constantFrom(...callers) },
  );
}

/** Absent most of the time: one fault at a time says more about each check. */
const oneIn = <Value>(chances: number, values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: chances - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });

function pathValues({ name, schema }: DescribedParameter): fc.Arbitrary<string> {
  const valid = standIn(name) === undefined ? valuesOf(schema).map(String) : standInOf(name);
  const hostile = fc.oneof(
    fc.constantFrom("%00", "%ff", "%E0%A4%A", "%2e%2e%2f", "a%2Fb", "0", "-1", "1.5", "99999999999999999999"),
    fc.constantFrom(...hostileTexts).map((text) => encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E")),
    fc.string({ unit: "grapheme" }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  return fc
    .oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: hostile })
    .map((text) => (text === "" || /^(?:\.|%2e){1,2}$/i.test(text) ? "0" : text));
}

type Parameter = [name: string, value: string];

function queryValues({ name, schema, required }: DescribedParameter): fc.Arbitrary<Parameter[]> {
  const valid = valuesOf(schema, name).map((value): Parameter[] => [[name, String(value)]]);
  const hostile = fc.constantFrom(...hostileTexts).map((text): Parameter[] => [[name, text.toWellFormed()]]);
  const twice = valid.map((parameters) => [...parameters, ...parameters]);
  const absent = fc.constant<Parameter[]>([]);
  return fc.oneof(
    { weight: required ? 1 : 16, arbitrary: absent },
    { weight: 10, arbitrary: valid },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: twice },
  );
}

const extraParameters = fc.constantFrom<Parameter>(
  ["no_such", "1"],
  ["__proto__", "1"],
  ["constructor", ""],
  ["Limit", "1"],
  ["", ""],
  ["limit[]", "1"],
  ["\u0000", "\u0000"],
  ["api_key", "x"],
);

function headersFor(operation: DescribedOperation): fc.Arbitrary<Record<string, string>> {
  const hostile = fc.constantFrom("", " ", "a b", "é", "x".repeat(129), "x".repeat(256), "<script>", "a,b", "\u00ff");
  const takesKey = operation.parameters.some((parameter) => parameter.name === "Idempotency-Key");
  const key = fc.oneof(fc.constantFrom("first", "second", "third"), hostile);
  return fc
    .record({
      "x-request-id": oneIn(5, fc.oneof(fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/), hostile)),
      "idempotency-key": takesKey ? oneIn(2, key) : oneIn(9, hostile),
      accept: oneIn(5, fc.constantFrom("text/event-stream", "image/png", "*/*", "")),
      "sec-purpose": oneIn(15, fc.constant("prefetch")),
      "content-encoding": oneIn(30, fc.constant("gzip")),
    })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}

interface SentBody {
  readonly text: string | undefined;
  readonly type: string | undefined;
}

function bodiesFor(operation: DescribedOperation): fc.Arbitrary<SentBody> {
  const { bodySchema, takesBytes } = operation;
  if (takesBytes) return fileBodies;
  if (bodySchema === undefined) return fc.constant({ text: undefined, type: undefined });
  const valid = validBodies(bodySchema, operation.bodyExample);
  const values = fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 5, arbitrary: valid.chain(nearMissesOf) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  const types = fc.constantFrom(
    "text/plain",
    "application/json; charset=utf-16",
    "application/xml",
    "",
    "a/b; c=\u00e9",
  );
  return fc.oneof(
    { weight: 20, arbitrary: values.map((value) => ({ text: JSON.stringify(value), type: "application/json" })) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies).map((text) => ({ text, type: "application/json" })) },
    { weight: 1, arbitrary: fc.tuple(valid, types).map(([value, type]) => ({ text: JSON.stringify(value), type })) },
    { weight: 1, arbitrary: fc.constant({ text: undefined, type: undefined }) },
  );
}

const fileBodies: fc.Arbitrary<SentBody> = fc.record({
  text: fc.oneof(fc.constantFrom("0123456789", undefined), fc.string({ maxLength: 20 })),
  type: fc.constantFrom(
    "text/plain",
    "text/plain; charset=utf-8",
    "application/pdf",
    "application/json",
    "",
    undefined,
  ),
});

/** Bodies the schema allows; most begin with the documented example, since few random ones pass what no schema can say. */
function validBodies(schema: JsonSchema, example: unknown): fc.Arbitrary<unknown> {
  const made = valuesOf(schema);
  if (!isRecord(example)) return made;
  const shown = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, standIn(name) ?? value]));
  const mixed = fc
    .tuple(made, fc.nat({ max: 7 }))
    .map(([value, pick]) =>
      isRecord(value)
        ? { ...shown, ...Object.fromEntries(Object.entries(value).filter((_, index) => index % 8 === pick)) }
        : shown,
    );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(shown) },
    { weight: 4, arbitrary: mixed },
    { weight: 2, arbitrary: made },
  );
}
