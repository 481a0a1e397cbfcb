import type { Typology } from "../../../agent/index.ts";
import type { WorkflowId } from "../site-plan/engine/plan-input.ts";
import type { QuestionData } from "./question.ts";

/** A use of a workflow that needs parking. */
export interface WorkflowUse {
  /** Key of the use in the parking rules of the engine. */
  readonly use: string;
  /** What the ratio counts, in words: "dwelling unit". */
  readonly base: string;
  /** Keys of `parking_ratio` of design criteria that are looked up, the first first. */
  readonly criteria: readonly string[];
  /** The ratio that is recommended where the ordinance has none; an assumption. */
  readonly assumed: number;
}

/** A guided workflow as data: one file for each in `workflows/`. */
export interface WorkflowData {
  readonly id: WorkflowId;
  readonly label: string;
  /** The typology of the contract that selects it. */
  readonly typology: Typology;
  readonly uses: readonly WorkflowUse[];
  /** What is asked for each zone of this workflow, beside the common questions. */
  readonly questions: readonly QuestionData[];
}
