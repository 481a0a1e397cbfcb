import { type Statement, sql } from "../../migrations/index.ts";

/** Makes a statement of a text that a test has put together, such as one over a table it has found; never for the service. */
export function madeStatement(text: string): Statement {
  return sql(Object.assign([text], { raw: [text] }));
}
