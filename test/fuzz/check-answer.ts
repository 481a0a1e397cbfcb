import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isRecord } from "../../api/http/closed-schema.ts";
import type { DescribedOperation } from "./api-document.ts";

/** An answer read whole. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The checks that a served document allows: is this answer one of those it describes? */
export interface AnswerChecks {
  /** Gives everything that is wrong with an answer of an operation, one sentence each. */
  faultsOf(operation: DescribedOperation, answer: ReadAnswer, request: Request): string[];
  /** Gives what is wrong with a refusal, whoever gave it. */
  faultsOfRefusal(answer: ReadAnswer, request: Request): string[];
  /** Tells whether the documentation allows a body of the operation. */
  allowsBody(operation: DescribedOperation, value: unknown): boolean;
}

/** Failures that are not the service's own: nothing stands behind the fuzzed service that could be fetched from. */
const ofOthers = new Set(["upstream_unavailable"]);

/** Makes the checks from the document that the service serves. */
export function makeAnswerChecks(document: Readonly<Record<string, unknown>>): AnswerChecks {
  const formats = { uri: isUri, "date-time": true, email: true, binary: true } as const;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema({ ...document, $id: "urn:groundwork:api" });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: readonly string[]) => {
    const reference = `urn:groundwork:api#/${pointer.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
    const known = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, known);
    return known;
  };
  const placeOf = ({ path, method }: DescribedOperation) => ["paths", path, method.toLowerCase()];
  const faultsBySchema = (pointer: readonly string[], value: unknown) => {
    const validate = validator(pointer);
    return validate(value) ? [] : [`the body breaks its schema: ${ajv.errorsText(validate.errors)}`];
  };

  function faultsOfRefusal(answer: ReadAnswer, request: Request): string[] {
    if (answer.status >= 500 && !ofOthers.has(codeOf(answer))) return [`the service failed with ${answer.status}`];
    const faults = faultsOfEveryAnswer(answer, request);
    if (typeOf(answer) !== "application/problem+json") faults.push(`a refusal came as ${typeOf(answer)}`);
    if (answer.status === 401 && !answer.headers.has("www-authenticate")) faults.push("a 401 does not say how");
    if (answer.status === 405 && !answer.headers.has("allow")) faults.push("a 405 names no method");
    if (request.method === "HEAD") return faults;
    const body = readJson(answer.text);
    if (!isRecord(body)) return [...faults, "a refusal is not a JSON object"];
    faults.push(...faultsBySchema(["components", "schemas", "Problem"], body));
    if (body.status !== answer.status) faults.push(`the document says ${body.status}, the answer ${answer.status}`);
    if (body.request_id !== answer.headers.get("x-request-id")) faults.push("request_id is not that of the header");
    if (!String(body.type).endsWith(`/errors#${body.code}`)) faults.push("type does not lead to the code");
    const wait = body.retry_after_seconds;
    if (wait !== undefined && Number(answer.headers.get("retry-after")) < Number(wait)) {
      faults.push("retry_after_seconds stands without its header");
    }
    if (body.code === "validation_failed" && !(Array.isArray(body.errors) && body.errors.length > 0)) {
      faults.push("a failed validation names no field");
    }
    return faults;
  }

  function faultsOf(operation: DescribedOperation, answer: ReadAnswer, request: Request): string[] {
    const declared = operation.responses[answer.status];
    const isRefusal = answer.status >= 400;
    const faults = isRefusal ? faultsOfRefusal(answer, request) : faultsOfEveryAnswer(answer, request);
    if (declared === undefined) return [...faults, `the status ${answer.status} is not declared`];
    const type = typeOf(answer);
    const content = declared.content?.[type];
    if (isRefusal) {
      const body = readJson(answer.text);
      const codes = Object.keys(content?.examples ?? {});
      if (isRecord(body) && !codes.includes(String(body.code))) faults.push(`the code ${body.code} is not declared`);
    } else if (declared.content === undefined) {
      if (answer.text !== "") faults.push(`a body came with ${answer.status}, which has none`);
    } else if (content === undefined && !("application/octet-stream" in declared.content)) {
      faults.push(`the media type ${type} is not declared`);
    }
    if (request.method === "HEAD" && answer.text !== "") faults.push("HEAD was answered with a body");
    if (request.method !== "HEAD" && content !== undefined && type.endsWith("json")) {
      const pointer = [...placeOf(operation), "responses", String(answer.status), "content", type, "schema"];
      faults.push(...faultsBySchema(pointer, readJson(answer.text)));
    }
    return faults;
  }

  return {
    faultsOf,
    faultsOfRefusal,
    allowsBody: (operation, value) =>
      validator([...placeOf(operation), "requestBody", "content", "application/json", "schema"])(value) === true,
  };
}

function faultsOfEveryAnswer(answer: ReadAnswer, request: Request): string[] {
  const id = answer.headers.get("x-request-id");
  const sent = request.headers.get("x-request-id");
  if (id === null) return ["X-Request-ID is missing"];
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(id)) return [`X-Request-ID is ${id}`];
  const isEchoDue = sent !== null && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  return isEchoDue && sent !== id ? ["the caller's X-Request-ID was not kept"] : [];
}

const typeOf = (answer: ReadAnswer) => (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
const isUri = (text: string) => URL.canParse(text);

function codeOf(answer: ReadAnswer): string {
  const body = readJson(answer.text);
  return isRecord(body) ? String(body.code) : "";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
