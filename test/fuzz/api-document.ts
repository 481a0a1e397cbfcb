import { isRecord, type JsonSchema } from "../../api/http/closed-schema.ts";

/** A parameter as the served document describes it. */
export interface DescribedParameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One answer as the served document describes it. */
interface DescribedResponse {
  readonly content?: Readonly<Record<string, { schema?: JsonSchema; examples?: Readonly<Record<string, unknown>> }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An operation, known from the served document alone: a client knows no more. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly needsCredential: boolean;
  /** Schema of the JSON body; undefined when there is none, or when it is bytes. */
  readonly bodySchema: JsonSchema | undefined;
  readonly bodyExample: unknown;
  readonly takesBytes: boolean;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly parameters: readonly DescribedParameter[];
  readonly security: readonly object[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** Reads every operation out of a served OpenAPI document. */
export function operationsIn(document: Readonly<Record<string, unknown>>): DescribedOperation[] {
  if (!isRecord(document.paths)) throw new Error("the document has no paths");
  return Object.entries(document.paths as Record<string, Record<string, RawOperation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => {
      const json = raw.requestBody?.content["application/json"];
      return {
        operationId: raw.operationId,
        method: method.toUpperCase(),
        path,
        parameters: raw.parameters,
        needsCredential: raw.security.length > 0,
        bodySchema: json?.schema,
        bodyExample: json?.example,
        takesBytes: raw.requestBody !== undefined && json === undefined,
        responses: raw.responses,
      };
    }),
  );
}
