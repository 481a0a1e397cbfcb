import type { SpanContext } from "@opentelemetry/api";

/** Version, trace id, id of the caller's span, flags; a later version may say more after another dash. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` header as W3C Trace Context (section 3.2) has it; undefined for one that is to be ignored.
 */
export function readTraceparent(header: string | null): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = form.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  // Of the flags only the lowest bit has a meaning to us: whether the caller records.
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Writes a `traceparent` header of the first version of W3C Trace Context. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
