import type { CatalogueEntry } from "../../http/catalogue-entry.ts";

/** Error codes of projects, and of operations that need a project to be ready. */
export const projectProblems = {
  bootstrap_not_ready: {
    status: 409,
    title: "Conflict",
    detail: "The knowledge base of this project is still being built.",
    retryable: true,
    recovery: "Poll the project until chat_ready is true, then send the request again.",
  },
  zoning_verification_required: {
    status: 409,
    title: "Conflict",
    detail: "The zoning of at least one parcel has not been verified.",
    retryable: false,
    recovery: "Confirm or correct the zoning of each parcel, then poll the project.",
  },
  goal_version_conflict: {
    status: 409,
    title: "Conflict",
    detail: "The project goal has changed since the version that was named.",
    retryable: false,
    recovery: "Read the project, confirm the wording with the user, and send the change again.",
  },
  confirmation_required: {
    status: 422,
    title: "Unprocessable Content",
    detail: "A decision is needed before the project can be created.",
    retryable: false,
    recovery: "Send the same body again with the field that the chosen option names.",
  },
  goal_version_required: {
    status: 428,
    title: "Precondition Required",
    detail: "Changing the goal needs expected_goal_revision or expected_goal_hash.",
    retryable: false,
    recovery: "Read the project, then send the change with the version it shows.",
  },
} as const satisfies Record<string, CatalogueEntry>;

type Codes = typeof projectProblems;
declare module "../../http/problem-catalogue.ts" {
  interface FeatureProblems extends Codes {}
}
