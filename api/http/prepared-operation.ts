import { closedSchema, type JsonSchema } from "./closed-schema.ts";
import type { Operation } from "./operation.ts";
import { makeValidator, type Validate } from "./validator.ts";

/** An operation with its schemas compiled. */
export interface PreparedOperation {
  readonly operation: Operation;
  readonly validateParams: Validate;
  readonly validateQuery: Validate;
  /** Undefined where there is no JSON body. */
  readonly validateBody: Validate | undefined;
  readonly bodySchema: JsonSchema | undefined;
  readonly validateResponse: ReadonlyMap<number, Validate>;
}

/** Compiles the schemas of an operation; responses only where they are to be checked. */
export function prepareOperation(operation: Operation, options: { checksResponses: boolean }): PreparedOperation {
  const { body } = operation;
  const hasJsonBody = body !== undefined && body !== "stream";
  const responses = options.checksResponses ? Object.entries(operation.responses) : [];
  return {
    operation,
    validateParams: makeValidator(operation.params),
    validateQuery: makeValidator(operation.query),
    validateBody: hasJsonBody ? makeValidator(body) : undefined,
    bodySchema: hasJsonBody ? closedSchema(body) : undefined,
    validateResponse: new Map(
      responses.flatMap(([status, response]) =>
        response.schema === null ? [] : [[Number(status), makeValidator(response.schema)] as const],
      ),
    ),
  };
}
