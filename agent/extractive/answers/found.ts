import type { MarkedPassage } from "../../evidence-desk.ts";
import type { ReadRules } from "../../tool.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** What was found for a question: passages, what they state, and the rules that were read at ingest. */
export interface Found {
  readonly passages: readonly MarkedPassage[];
  readonly evidence: readonly Evidence[];
  readonly rules: ReadRules;
}
