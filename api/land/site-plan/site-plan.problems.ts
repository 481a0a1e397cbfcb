import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Refusals of interviews, programs and proposals. */
export const sitePlanProblems = {
  invalid_interview_answer: {
    ...{ status: 400, title: "Bad Request", retryable: false },
    detail: "An answer was rejected; nothing was recorded.",
    recovery: "Correct the fields named in errors and send the whole batch again.",
  },
  site_plan_studio_not_enabled: {
    ...{ status: 403, title: "Forbidden", retryable: false },
    detail: "The site-planning studio is not enabled for this organization; reads keep working.",
    recovery: "Ask an owner to have the site-planning studio enabled.",
  },
  planning_session_conflict: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "The planning session is no longer active, or its state has changed since it was read.",
    recovery: "Read the interview again and use its planning_session_id and state_version.",
  },
  program_incomplete: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "Required parts of the program are missing.",
    recovery: "Answer what gaps names for each zone, then approve again.",
  },
  invalid_program: {
    ...{ status: 422, title: "Unprocessable Content", retryable: false },
    detail: "The program contradicts itself and cannot be approved.",
    recovery: "Correct the answers named in errors, then approve again.",
  },
  program_not_approved: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "A concept can be proposed only after the program is approved.",
    recovery: "Approve the program first.",
  },
  concept_proposal_rejected: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "No such proposal can be made.",
    recovery: "Name a zone that has a boundary and is part of a compiled concept.",
  },
  typology_not_supported_via_api: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "Single-family homes and subdivisions can be planned only in the studio of the application.",
    recovery: "Choose another typology.",
  },
  proposal_override_reason_required: {
    ...{ status: 422, title: "Unprocessable Content", retryable: false },
    detail: "The plan would break rules; the user's written reason is needed.",
    recovery: "Show the conflicts to the user, ask for their reason, and approve with override_reason.",
  },
  proposal_expired: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "The program or the plan has changed since the proposal was made.",
    recovery: "Create a new proposal.",
  },
  proposal_blocked: {
    ...{ status: 409, title: "Conflict", retryable: true },
    detail: "Something that the compile needs is missing; block says what.",
    recovery: "Settle what block names, then approve the same proposal again.",
  },
  proposal_failed: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "The compile was refused on a rule; the proposal is marked as failed.",
    recovery: "Change the program as errors says, approve it and create a new proposal.",
  },
  proposal_decided: {
    ...{ status: 409, title: "Conflict", retryable: false },
    detail: "The proposal has been decided already.",
    recovery: "List the proposals and continue with an open one, or create a new one.",
  },
  proposal_execution_failed: {
    ...{ status: 500, title: "Internal Server Error", retryable: true },
    detail: "The compile broke down; nothing was applied.",
    recovery: "Approve the same proposal again.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof sitePlanProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
