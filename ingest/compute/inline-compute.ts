import type { Compute } from "./compute.ts";
import { resultOf, type TaskOutcome, taskOutcome } from "./task-outcome.ts";

/**
 * Runs tasks on the calling thread, for tests and evals: input and result are copied as they are between threads, but
 * deadlines and memory limits do not apply.
 */
export const inlineCompute: Compute = {
  async run<Input, Output>(
    { module, name }: { readonly module: string; readonly name: string },
    input: Input,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Output> {
    signal?.throwIfAborted();
    const outcome = await taskOutcome({ module, name, input: structuredClone(input) });
    signal?.throwIfAborted();
    return resultOf(structuredClone<TaskOutcome>(outcome)) as Output;
  },
};
