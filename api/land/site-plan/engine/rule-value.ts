import type { RuleSource, RuleValue } from "./plan-input.ts";

/** Returns the number of a limit; undefined when it has a marker instead. */
export function limitOf(value: RuleValue): number | undefined {
  return "value" in value ? value.value : undefined;
}

/** Returns the source of a limit; null when it has a marker instead. */
export function sourceOf(value: RuleValue): RuleSource | null {
  return "value" in value ? value.source : null;
}

/** Returns the marker of a limit that has no number; null when it has one. */
export function markerOf(value: RuleValue): "NOT_PROVIDED_IN_ORDINANCE" | "NOT_LOCATED_IN_INDEXED_ORDINANCE" | null {
  return "value" in value ? null : value.marker;
}
