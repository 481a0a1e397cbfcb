import { ModelTimeout, ModelUnavailable } from "../errors.ts";

/**
 * Returns the failure of a model that a failure of the worker threads stands for: out of time or memory is a timeout, a
 * full queue is unavailable. Any other error is returned as it is.
 */
export function failureOfCompute(error: unknown, modelId: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "compute.deadline-exceeded":
    case "compute.out-of-memory":
      return new ModelTimeout(modelId, error.message, { cause: error });
    case "compute.overloaded":
    case "compute.stopped":
      return new ModelUnavailable(modelId, error.message, { cause: error });
    default:
      return error;
  }
}
