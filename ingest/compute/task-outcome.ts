import { pathToFileURL } from "node:url";
import { returnMemory } from "./return-memory.ts";

/** What a thread is sent: the function to call and its argument. */
export interface TaskCall {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** A result or an error as plain data; an `Error` sent between threads would lose its `code`. */
export type TaskOutcome = { readonly result: unknown } | { readonly error: PlainError };

interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Imports the module of a task, calls its function and returns what it returned or threw. */
export async function taskOutcome({ module, name, input }: TaskCall): Promise<TaskOutcome> {
  try {
    const work: unknown = (await import(pathToFileURL(module).href))[name];
    if (typeof work !== "function") throw new TypeError(`${module} exports no function named ${name}`);
    return { result: await work(input) };
  } catch (error) {
    return { error: plainError(error) };
  } finally {
    returnMemory();
  }
}

/** Returns the result of an outcome. @throws the error of the outcome, with its name, message, stack and fields */
export function resultOf(outcome: TaskOutcome): unknown {
  if ("result" in outcome) return outcome.result;
  const { name, message, stack, fields } = outcome.error;
  throw Object.assign(new Error(message), { ...fields, name, stack });
}

function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, fields: {} };
  const {
    name,
    message,
    stack,
    cause: _cause,
    ...fields
  } = Object.assign({}, error, {
    name: error.name,
    message: error.message,
    stack: error.stack,
  }) as Error & Record<string, unknown>;
  const plain = Object.entries(fields).filter(([, value]) => value === null || typeof value !== "object");
  return { name, message, stack, fields: Object.fromEntries(plain.filter(([, value]) => typeof value !== "function")) };
}
