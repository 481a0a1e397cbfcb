import { problem, problemDocument } from "./problem.ts";
import { type ProblemCode, problemCatalogue, problemCodes } from "./problem-catalogue.ts";
import { extensionMembers, gapSchema } from "./problem-members.ts";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const header = (description: string, schema: object = text) => ({ description, schema });

/** Headers that many responses carry. */
export const sharedHeaders = {
  "X-Request-ID": header("Identifier of the request; your own if you sent a valid one."),
  "RateLimit-Limit": header("Requests admitted per minute.", count),
  "RateLimit-Remaining": header("Requests left now.", count),
  "RateLimit-Reset": header("Seconds until one more request is admitted.", count),
  "Retry-After": header("Seconds to wait before you send the request again.", { type: "integer", minimum: 1 }),
  "Idempotent-Replayed": header("`true` if this is the recorded outcome of an earlier request."),
  "WWW-Authenticate": header("Authentication scheme to use."),
  Allow: header("Methods that the path accepts."),
  Deprecation: header("Since when the operation is deprecated (RFC 9745)."),
  Sunset: header("When the operation will be gone (RFC 8594)."),
  Link: header("The operation to use instead, as rel=successor-version."),
};

const fieldError = {
  type: "object",
  required: ["field", "code", "message"],
  properties: {
    field: {
      type: "string",
      description: "Path of the faulty field, such as parcels[0].geometry, or the name of a parameter or header.",
    },
    code: text,
    message: text,
  },
};

const problemMembers = {
  type: { type: "string", format: "uri", description: "Address of the explanation of the code." },
  title: text,
  status: { type: "integer", minimum: 400, maximum: 599 },
  code: { type: "string", enum: problemCodes, description: "Stable code to branch on." },
  detail: text,
  request_id: { type: "string", description: "Equal to the X-Request-ID header." },
  retry_after_seconds: { type: "integer", minimum: 1 },
  poll: { type: "string", description: "Path to poll for the outcome." },
  recovery: {
    type: "object",
    required: ["action"],
    properties: { action: text, url: text },
  },
  ...extensionMembers,
};

const confirmationChoice = {
  type: "object",
  required: ["decision", "prompt", "options"],
  properties: {
    decision: text,
    prompt: text,
    options: {
      type: "array",
      items: {
        type: "object",
        required: ["label", "field", "value"],
        properties: { label: text, field: text, value: { description: "Value to send in that field." } },
      },
    },
  },
};

const alwaysThere = ["type", "title", "status", "code", "detail", "request_id"];

/** Schemas that every operation shares. */
export const componentSchemas = {
  Problem: {
    type: "object",
    description: "An error response (RFC 9457). Some codes add members.",
    required: alwaysThere,
    properties: problemMembers,
  },
  ValidationProblem: {
    type: "object",
    description: "An error response to a request with wrong values (RFC 9457).",
    required: alwaysThere,
    properties: { ...problemMembers, errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } } },
  },
  FieldError: fieldError,
  ConfirmationChoice: confirmationChoice,
  Gap: gapSchema,
  AddressLimit: {
    type: "object",
    description: "Response to an address that exceeds its limit, before the request is read.",
    required: ["detail"],
    properties: { detail: text },
  },
  ValidationError: {
    type: "object",
    required: ["loc", "msg", "type"],
    properties: {
      loc: { type: "array", items: { anyOf: [text, { type: "integer" }] } },
      msg: text,
      type: text,
    },
  },
  HTTPValidationError: {
    type: "object",
    description: "The older shape of a validation error, kept by name; responses use ValidationProblem.",
    properties: { detail: { type: "array", items: { $ref: "#/components/schemas/ValidationError" } } },
  },
};

const exampleMembers: Partial<Record<ProblemCode, object>> = {
  validation_failed: {
    detail: "limit: must be from 1 to 100.",
    errors: [{ field: "limit", code: "out_of_range", message: "must be from 1 to 100" }],
  },
  insufficient_scope: { required_scope: "source:write" },
  insufficient_credits: { required_credits: 20, available_credits: 3 },
  api_key_credit_cap_exceeded: { period: "day", credit_cap: 100, required_credits: 2, available_credits: 1 },
  connection_credit_cap_exceeded: { period: "month", credit_cap: 500, required_credits: 2, available_credits: 0 },
  bootstrap_not_ready: { poll: "/v1/projects/prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  idempotency_in_progress: { retry_after_seconds: 5 },
  rate_limited: { retry_after_seconds: 12 },
  concurrency_limit_exceeded: { retry_after_seconds: 5 },
  search_unavailable: { retry_after_seconds: 5 },
  service_unavailable: { retry_after_seconds: 5 },
  upstream_unavailable: { retry_after_seconds: 10 },
  flood_map_unavailable: { retry_after_seconds: 30 },
  wetlands_map_unavailable: { retry_after_seconds: 30 },
  house_paid_daily_limit: { retry_after_seconds: 28_800 },
  free_tier_limit: { limit: "documents" },
  program_incomplete: {
    gaps: [
      {
        code: "unanswered_question",
        detail: "The number of stories of this zone is open.",
        zone_id: "zone_1",
        question_id: "building.stories",
      },
    ],
  },
  proposal_blocked: { block: "The program has to be approved first." },
  payload_too_large: { max_bytes: 1_048_576 },
  upload_too_large: { max_size_bytes: 209_715_200 },
  upload_mismatch: { declared_size_bytes: 48_213, received_size_bytes: 48_000 },
  goal_version_conflict: { user_goal_revision: 3, user_goal_hash: "5e884898da28047151d0e56f8dc62927" },
  confirmation_required: {
    choices: [
      {
        decision: "duplicate_project",
        prompt: "A project of the same parcels exists. Create another?",
        options: [{ label: "Create another", field: "allow_duplicate", value: true }],
      },
    ],
  },
};

/** Returns whether responses with this code state how long to wait. */
export function asksToWait(code: ProblemCode): boolean {
  return "retry_after_seconds" in (exampleMembers[code] ?? {});
}

/** Returns an example of the problem document of a code. */
export function exampleProblem(code: ProblemCode, baseUrl: string) {
  return problemDocument(problem(code, { detail: problemCatalogue[code].detail, ...exampleMembers[code] }), {
    baseUrl,
    requestId: "req_5d0eb3d10bb242b0a78fed3c9bb1f143",
  });
}
