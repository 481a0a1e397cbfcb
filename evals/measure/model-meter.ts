import type { OnModelCall } from "../../agent/index.ts";
import type { ModelUse } from "../run-record.ts";

/** Counts the calls of a chat model and their tokens as the model reports them. */
export interface ModelMeter {
  readonly onModelCall: OnModelCall;
  /** Returns what was used since the last call of this method. */
  take(): ModelUse;
}

export const noUse: ModelUse = { calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0 };

/** Returns the sum of some uses. */
export function addUses(uses: readonly ModelUse[]): ModelUse {
  return uses.reduce(
    (sum, use) => ({
      calls: sum.calls + use.calls,
      failedCalls: sum.failedCalls + use.failedCalls,
      inputTokens: sum.inputTokens + use.inputTokens,
      outputTokens: sum.outputTokens + use.outputTokens,
    }),
    noUse,
  );
}

export function makeModelMeter(): ModelMeter {
  let used = noUse;
  return {
    onModelCall({ outcome, inputTokens, outputTokens }) {
      used = addUses([used, { calls: 1, failedCalls: outcome === "failed" ? 1 : 0, inputTokens, outputTokens }]);
    },
    take() {
      const taken = used;
      used = noUse;
      return taken;
    },
  };
}
