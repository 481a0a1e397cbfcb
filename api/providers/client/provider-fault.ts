import type { Provenance, ProviderResult } from "../provider-result.ts";

/** How a provider failed, and what that means for the next request. */
export type ProviderFaultKind =
  /** Time-out, broken connection, 5xx, or a body that is not what the service sends: the next request may succeed. */
  | "passing"
  /** The service asks to wait. */
  | "busy"
  /** The service will refuse the same request again. */
  | "permanent"
  /** The service wants other credentials, a licence, or a person. */
  | "refused";

const usualWaitSeconds: Readonly<Record<ProviderFaultKind, number>> = {
  passing: 30,
  busy: 60,
  permanent: 3_600,
  refused: 3_600,
};

/** A provider that could not be asked, or whose answer cannot be used. Never thrown for "nothing is there". */
export class ProviderFault extends Error {
  readonly kind: ProviderFaultKind;
  /** One or two sentences for the caller of the service; names no token. */
  readonly detail: string;
  readonly retryAfterSeconds: number;
  /** For the log. */
  readonly internal: string | null;
  /** What was asked; added by the client. */
  readonly provenance: Provenance | null;

  constructor(
    kind: ProviderFaultKind,
    detail: string,
    more: {
      readonly retryAfterSeconds?: number;
      readonly internal?: string | null;
      readonly provenance?: Provenance | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "ProviderFault";
    this.kind = kind;
    this.detail = detail;
    this.retryAfterSeconds = Math.max(1, Math.ceil(more.retryAfterSeconds ?? usualWaitSeconds[kind]));
    this.internal = more.internal ?? null;
    this.provenance = more.provenance ?? null;
  }
}

/** Returns a value in the state `ready`. */
export function ready<Value>(value: Value, provenance: Provenance): ProviderResult<Value> {
  return { state: "ready", value, provenance };
}

/** Returns a list in the state `ready`, or `empty` when nothing is in it. */
export function readyOrEmpty<Value>(
  values: readonly Value[],
  provenance: Provenance,
): ProviderResult<readonly Value[]> {
  return values.length === 0 ? { state: "empty", provenance } : { state: "ready", value: values, provenance };
}

/**
 * Runs a connector's work and returns its result; a `ProviderFault` becomes the state that says so. Everything else that
 * is thrown, the reason of an abort among it, is thrown on.
 */
export async function settle<Value>(work: () => Promise<ProviderResult<Value>>): Promise<ProviderResult<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const { kind, detail, retryAfterSeconds, provenance } = error;
    if (kind === "refused") return { state: "blocked", detail, url: provenance?.url ?? null };
    return { state: "failed", detail, retryAfterSeconds, provenance };
  }
}
