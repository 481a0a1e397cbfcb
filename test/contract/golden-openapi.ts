import { join } from "node:path";
import { makeOpenApi } from "../../api/http/openapi.ts";
import type { Operation } from "../../api/http/operation.ts";

/** Where the reviewed document stands. */
export const goldenPath = join(import.meta.dirname, "openapi.json");

/** The document as it is compared: of one base address, one member a line. */
export function goldenText(operations: readonly Operation[]): string {
  return `${JSON.stringify(makeOpenApi(operations, "http://localhost:3000"), null, 2)}\n`;
}
