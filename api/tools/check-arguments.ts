import { validationProblem } from "../http/problem.ts";
import type { ToolArguments, ToolDeclaration } from "./tool.ts";

/**
 * Checks the names of the arguments; the operation checks their values.
 *
 * known  names of the arguments that the tool takes
 *
 * @throws Problem validation_failed
 */
export function assertArguments(tool: ToolDeclaration, known: readonly string[], args: ToolArguments): void {
  const missing = (tool.requires ?? []).filter((name) => args[name] === undefined);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  const list = known.length === 0 ? "it takes none" : `its arguments are ${known.join(", ")}`;
  const errors = [
    ...missing.map((field) => ({ field, code: "required", message: "is required" })),
    ...unknown.map((name) => ({
      field: name.toWellFormed().replaceAll("\u0000", " ").slice(0, 80),
      code: "unknown_argument",
      message: `is not an argument of ${tool.name}; ${list}`,
    })),
  ];
  if (errors.length > 0) throw validationProblem(errors.slice(0, 20));
}
