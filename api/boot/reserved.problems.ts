import type { CatalogueEntry } from "../http/catalogue-entry.ts";

/**
 * Error codes promised by the interface for features that do not exist yet. A feature that is built takes its codes into
 * its own `*.problems.ts`, without `reservedFor`.
 */
export const reservedProblems = {
  invalid_interview_answer: {
    status: 400,
    title: "Bad Request",
    detail: "An answer was rejected; nothing was recorded.",
    retryable: false,
    recovery: "Correct the fields named in errors and send all answers again.",
    reservedFor: "interview",
  },
  invalid_site_plan_export_request: {
    status: 400,
    title: "Bad Request",
    detail: "The disclosures that this drawing must carry do not fit on it.",
    retryable: false,
    recovery: "Choose a larger sheet or another format.",
    reservedFor: "site-plan exports",
  },
  site_plan_studio_not_enabled: {
    status: 403,
    title: "Forbidden",
    detail: "The site-planning studio is not enabled for this organization; reads keep working.",
    retryable: false,
    recovery: "Ask an owner to have the site-planning studio enabled.",
    reservedFor: "site plan",
  },
  no_site_plan_concept: {
    status: 404,
    title: "Not Found",
    detail: "The project has no compiled concept to export.",
    retryable: false,
    recovery: "Approve a proposal first; approval compiles the concept.",
    reservedFor: "site-plan exports",
  },
  planning_session_conflict: {
    status: 409,
    title: "Conflict",
    detail: "The planning session is no longer active, or its state has moved on.",
    retryable: false,
    recovery: "Read the interview again and use its planning_session_id and state_version.",
    reservedFor: "interview",
  },
  program_incomplete: {
    status: 409,
    title: "Conflict",
    detail: "Required parts of the program are missing.",
    retryable: false,
    recovery: "Answer what gaps names for each zone, then approve again.",
    reservedFor: "site plan",
  },
  program_not_approved: {
    status: 409,
    title: "Conflict",
    detail: "A concept can be proposed only after the program is approved.",
    retryable: false,
    recovery: "Approve the program first.",
    reservedFor: "site plan",
  },
  concept_proposal_rejected: {
    status: 409,
    title: "Conflict",
    detail: "The zone is unknown, has no sketched boundary, or there is no concept to regenerate it in.",
    retryable: false,
    recovery: "Read the site plan and name one of its zones.",
    reservedFor: "site plan",
  },
  typology_not_supported_via_api: {
    status: 409,
    title: "Conflict",
    detail: "Single-family and subdivision plans compile only in the studio of the app.",
    retryable: false,
    recovery: "Open the project in the app.",
    reservedFor: "site plan",
  },
  proposal_expired: {
    status: 409,
    title: "Conflict",
    detail: "The program or the plan has changed since this proposal was made.",
    retryable: false,
    recovery: "Propose again.",
    reservedFor: "site plan",
  },
  proposal_blocked: {
    status: 409,
    title: "Conflict",
    detail: "Something the proposal needs is missing; block says what. The proposal stays open.",
    retryable: true,
    recovery: "Supply what block names, then approve again.",
    reservedFor: "site plan",
  },
  proposal_failed: {
    status: 409,
    title: "Conflict",
    detail: "The plan could not be compiled under its rules.",
    retryable: false,
    recovery: "Change the program and propose again.",
    reservedFor: "site plan",
  },
  proposal_decided: {
    status: 409,
    title: "Conflict",
    detail: "The proposal has already been approved, rejected or expired.",
    retryable: false,
    recovery: "List the proposals for the current one.",
    reservedFor: "site plan",
  },
  invalid_program: {
    status: 422,
    title: "Unprocessable Content",
    detail: "The program cannot be approved as it stands.",
    retryable: false,
    recovery: "Confirm the staged parking draft, then approve again.",
    reservedFor: "site plan",
  },
  proposal_override_reason_required: {
    status: 422,
    title: "Unprocessable Content",
    detail: "The proposal breaks rules; approving it needs the written reason of the user.",
    retryable: false,
    recovery: "Ask the user for their reason and send it in their words.",
    reservedFor: "site plan",
  },
  proposal_execution_failed: {
    status: 500,
    title: "Internal Server Error",
    detail: "Compiling the plan failed on our side; the proposal stays open.",
    retryable: true,
    recovery: "Send the same approval again.",
    reservedFor: "site plan",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof reservedProblems;
declare module "../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
