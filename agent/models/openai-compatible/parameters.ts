/** The JSON body of a chat completion request. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** How a request must differ from the standard one for a model of an endpoint. */
export interface ParameterChange {
  readonly parameter: string;
  /** The name that the endpoint expects instead; undefined when the parameter is left out. */
  readonly renamedTo?: string;
}

/** Parameters that a request can do without. Everything else in a request is needed, so its refusal is an error. */
const optional = ["temperature", "reasoning_effort", "stream_options", "parallel_tool_calls", "tool_choice"];

/** The two names of the output limit. OpenAI's reasoning models refuse the first, most other servers know only the first. */
const outputLimits = ["max_tokens", "max_completion_tokens"] as const;

const refusal =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra|not permitted|not allowed|invalid|cannot find field/i;

/**
 * Returns the change that makes an endpoint accept a request it refused with status 400 or 422, from the text of the
 * refusal; undefined when the refusal names no parameter that can be left out or renamed.
 *
 * @see https://platform.openai.com/docs/guides/error-codes and the validation errors of FastAPI servers such as vLLM
 */
export function changeFor(refusalText: string, body: RequestBody): ParameterChange | undefined {
  if (!refusal.test(refusalText)) return undefined;
  const named = namedParameter(refusalText);
  const isMeant = (parameter: string) =>
    parameter in body && (named === undefined ? mentions(refusalText, parameter) : named === parameter);
  for (const [at, limit] of outputLimits.entries()) {
    const other = outputLimits[1 - at];
    if (isMeant(limit) && other !== undefined) {
      return { parameter: limit, ...(mentions(refusalText, other) ? { renamedTo: other } : {}) };
    }
  }
  const parameter = optional.find(isMeant);
  return parameter === undefined ? undefined : { parameter };
}

/** Returns a request body with parameters left out or renamed. */
export function withChanges(body: RequestBody, changes: readonly ParameterChange[]): RequestBody {
  const changed: Record<string, unknown> = { ...body };
  for (const { parameter, renamedTo } of changes) {
    if (!(parameter in changed)) continue;
    if (renamedTo !== undefined) changed[renamedTo] = changed[parameter];
    delete changed[parameter];
  }
  return changed;
}

/** The parameter that a structured error names: OpenAI's `error.param`, or the location of a FastAPI error. */
function namedParameter(refusalText: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(refusalText);
  } catch {
    return undefined;
  }
  const { error, detail } = (parsed ?? {}) as { error?: unknown; detail?: unknown };
  const param = (error as { param?: unknown } | undefined)?.param;
  if (typeof param === "string" && param !== "") return param.split(".")[0];
  const location = Array.isArray(detail) ? (detail[0] as { loc?: unknown } | undefined)?.loc : undefined;
  const member = Array.isArray(location) ? location[1] : undefined;
  return typeof member === "string" ? member : undefined;
}

function mentions(text: string, parameter: string): boolean {
  return new RegExp(`(?<![\\w])${parameter}(?![\\w])`).test(text);
}
