import { Type } from "@sinclair/typebox";
import { validationProblem } from "../http/problem.ts";
import { makeValidator, type Validate } from "../http/validator.ts";
import type { ToolArguments, ToolDeclaration } from "./tool.ts";

/**
 * Checks the names of the arguments, and the values of those that select the operation. The operation checks the values of its
 * own arguments.
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
    ...choiceCheckOf(tool)(args),
  ];
  if (errors.length > 0) throw validationProblem(errors.slice(0, 20));
}

const choiceChecks = new WeakMap<ToolDeclaration, Validate>();

function choiceCheckOf(tool: ToolDeclaration): Validate {
  const { choosesBy } = tool;
  if (!choosesBy) return () => [];
  const known = choiceChecks.get(tool);
  if (known) return known;
  const check = makeValidator(Type.Unsafe({ type: "object", properties: choosesBy, additionalProperties: true }));
  choiceChecks.set(tool, check);
  return check;
}
