/**
 * The seam for CPU-bound work: everything that may hold the event loop for more than a few milliseconds runs through it.
 *
 * To add a task:
 *
 * 1. Write the work as an exported function of one argument in a module named `….task.ts`. Argument and result are plain
 *    data (structured-clone algorithm: no functions, no class instances, no database handles). The function reads no
 *    settings and opens nothing; a module may keep constant data (a lexicon, a model) that it loads once per thread.
 * 2. Beside it, declare the task. The task module is imported as a type only, so it loads in the worker thread alone:
 *
 *    ```ts
 *    import type * as work from "./outline.task.ts";
 *    const outlineTask = computeTask<typeof work, "outline">({
 *      module: join(import.meta.dirname, "outline.task.ts"),
 *      name: "outline",
 *      lane: "background",
 *      deadlineMs: 60_000,
 *    });
 *    ```
 * 3. Take a {@link Compute} as an argument and call `compute.run(outlineTask, input, { signal })`. `api/boot` makes the pool;
 *    tests and evals may pass `inlineCompute`, which runs the same function on the calling thread.
 *
 * Cloning input and result takes time on the calling thread. Pass large bytes in a `SharedArrayBuffer`, which is not copied.
 * Bound the size of the input: a thread that allocates very fast can bring the whole process down, whatever its memory limit.
 */
export interface Compute {
  /**
   * Runs a task and returns its result.
   *
   * An error thrown by the task is thrown here with the same name, message, `code` and other plain fields, but not the same
   * class: recognise it by `code`.
   *
   * @throws ComputeFailed `compute.overloaded`, `compute.deadline-exceeded`, `compute.out-of-memory`, `compute.failed`,
   *   `compute.stopped`
   * @throws the reason of the signal when it is aborted; a running task is stopped
   */
  run<Input, Output>(
    task: ComputeTask<Input, Output>,
    input: Input,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Output>;
}

/** `interactive`: a caller waits, a few seconds at most. `background`: jobs; never delays interactive work. */
export type ComputeLane = "interactive" | "background";

/** A function that runs in a worker thread, named by the module that exports it. */
export interface ComputeTask<Input, Output> {
  /** Absolute path of the module. */
  readonly module: string;
  /** Name of the exported function. */
  readonly name: string;
  readonly lane: ComputeLane;
  /** Running time in milliseconds, without the wait for a thread; the thread is terminated when it is exceeded. */
  readonly deadlineMs: number;
  /** Carries the types; never set. */
  readonly work?: (input: Input) => Output;
}

/** Declares a task; `Module` is the type of the module and `Name` one of its exported functions. */
export function computeTask<Module, Name extends keyof Module & string>(
  task: Omit<ComputeTask<unknown, unknown>, "work" | "name"> & { readonly name: Name },
): Module[Name] extends (input: infer Input) => infer Output ? ComputeTask<Input, Awaited<Output>> : never;
export function computeTask(task: ComputeTask<unknown, unknown>): ComputeTask<unknown, unknown> {
  return task;
}

/** Why the pool could not finish a task. */
export type ComputeFailureCode =
  | "compute.overloaded"
  | "compute.deadline-exceeded"
  | "compute.out-of-memory"
  | "compute.failed"
  | "compute.stopped";

/** A task that did not finish for a reason outside its own logic, by `code`. */
export class ComputeFailed extends Error {
  readonly code: ComputeFailureCode;
  /** Name of the task. */
  readonly task: string;

  constructor(code: ComputeFailureCode, task: string, message: string, options?: { readonly cause: unknown }) {
    super(`${task}: ${message}`, options);
    this.name = "ComputeFailed";
    this.code = code;
    this.task = task;
  }
}
