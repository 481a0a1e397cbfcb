import {
  ModelContextExceeded,
  ModelFailure,
  ModelMalformed,
  ModelRateLimited,
  ModelTimeout,
  ModelUnavailable,
} from "../errors.ts";

/**
 * Reads what a model client threw as one of our failures; undefined when it is none of the model's doing.
 *
 * Clients wrap errors in errors, so causes are followed a few steps down.
 */
export function modelFailureOf(error: unknown, modelId: string): ModelFailure | undefined {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof ModelFailure) return cause;
    const failure = failureOfOne(cause, modelId);
    if (failure) return failure;
  }
  return undefined;
}

function failureOfOne(error: Error, modelId: string): ModelFailure | undefined {
  const status = "status" in error && typeof error.status === "number" ? error.status : undefined;
  const said = `${error.name}: ${error.message}`.slice(0, 500);
  if (status === 429) return new ModelRateLimited(modelId, said, { cause: error });
  if (status === 408 || status === 504 || /timeout|timed out/i.test(said)) {
    return new ModelTimeout(modelId, said, { cause: error });
  }
  const context = contextLimitIn(said);
  if (context !== undefined) return new ModelContextExceeded(modelId, context, said, { cause: error });
  if (status !== undefined && status >= 400) return new ModelUnavailable(modelId, said, { cause: error });
  // An error inside a stream reaches the client without a status.
  if (error.name === "APIError" || "error" in error) return new ModelUnavailable(modelId, said, { cause: error });
  if (/connection|ECONN|ENOTFOUND|EAI_AGAIN|fetch failed|socket|network|terminated/i.test(said)) {
    return new ModelUnavailable(modelId, said, { cause: error });
  }
  if (/recursion limit|GraphRecursion/i.test(said)) return new ModelMalformed(modelId, said, { cause: error });
  if (
    error instanceof SyntaxError ||
    /unexpected token|JSON|No generations|empty response|choices|undefined \(reading/i.test(said)
  ) {
    return new ModelMalformed(modelId, said, { cause: error });
  }
  return undefined;
}

/**
 * Returns the context size, in tokens, that a server names when it refuses a request as too long; 0 when it names none;
 * undefined when the text is about something else.
 */
function contextLimitIn(text: string): number | undefined {
  if (!/context[_ -](?:length|size|window)|maximum context|exceeds? the available context/i.test(text))
    return undefined;
  const limit =
    /(?:maximum context length (?:is|of)|context (?:size|window|length)[^0-9]{0,20})\s*\(?([0-9][0-9,]{2,8})/i.exec(
      text,
    );
  return limit?.[1] === undefined ? 0 : Number(limit[1].replaceAll(",", ""));
}
