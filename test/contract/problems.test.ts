import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { componentSchemas, exampleProblem } from "../../api/http/openapi-components.ts";
import { codesOfThePipeline, problemsOf } from "../../api/http/operation-problems.ts";
import { errorsPage } from "../../api/http/pages/errors-page.ts";
import { problem, problemDocument } from "../../api/http/problem.ts";
import { isProblemCode, problemCatalogue, problemCodes } from "../../api/http/problem-catalogue.ts";
import { codesFromErrors } from "../../api/http/problem-from-error.ts";
import { extensionMembers } from "../../api/http/problem-members.ts";
import { declaredOperations } from "../support/declared-operations.ts";

const room = join(import.meta.dirname, "../../api");
const catalogueFiles = new Set([
  "http/problem-catalogue.ts",
  "http/operation-problems.ts",
  "http/openapi-components.ts",
]);
const sources = readdirSync(room, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !catalogueFiles.has(path))
  .map((path) => ({ path, text: readFileSync(join(room, path), "utf8") }));

/** Codes at the places that throw: `problem("code")`, a choice between two, and the challenge of a 401. */
const thrown = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:problem|unauthorized)\(\s*([^,)]*)/g)].flatMap((call) =>
      [...(call[1] ?? "").matchAll(/"([a-z_]+)"/g)].map((literal) => literal[1] ?? ""),
    ),
  ),
);
const listed = new Set(declaredOperations().flatMap((operation) => operation.problems));
const reached = new Set<string>([...thrown, ...listed, ...codesFromErrors, ...codesOfThePipeline, "validation_failed"]);

describe("the problem catalogue", () => {
  it("holds every code that is thrown", () => {
    expect([...thrown].filter((code) => !isProblemCode(code))).toEqual([]);
  });

  it("holds no code that nothing throws, but for those reserved for a feature that does not exist yet", () => {
    const idle = problemCodes.filter((code) => !reached.has(code) && problemCatalogue[code].reservedFor === undefined);
    expect(idle).toEqual([]);
  });

  it("marks no code as reserved that is thrown already", () => {
    expect(
      problemCodes.filter((code) => reached.has(code) && problemCatalogue[code].reservedFor !== undefined),
    ).toEqual([]);
  });

  it("lists a code under an operation only once, and only its own status", () => {
    for (const operation of declaredOperations()) {
      const codes = problemsOf(operation);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it("has one anchor on the errors page for each code, and no other", () => {
    const anchors = [...errorsPage().matchAll(/<article class="error" id="([a-z_]+)">/g)].map((match) => match[1]);
    expect(anchors.sort()).toEqual([...problemCodes].sort());
  });

  it("keeps the codes and statuses that clients were promised", () => {
    const promised = {
      not_found: 404,
      insufficient_scope: 403,
      bootstrap_not_ready: 409,
      zoning_verification_required: 409,
      goal_version_conflict: 409,
      goal_version_required: 428,
      invalid_interview_answer: 400,
      site_plan_studio_not_enabled: 403,
      planning_session_conflict: 409,
      program_incomplete: 409,
      invalid_program: 422,
      program_not_approved: 409,
      concept_proposal_rejected: 409,
      typology_not_supported_via_api: 409,
      proposal_override_reason_required: 422,
      proposal_expired: 409,
      proposal_blocked: 409,
      proposal_failed: 409,
      proposal_decided: 409,
      proposal_execution_failed: 500,
      idempotency_key_reused: 409,
      idempotency_in_progress: 409,
      concurrency_limit_exceeded: 429,
      house_paid_daily_limit: 429,
      insufficient_credits: 402,
      api_key_credit_cap_exceeded: 402,
      connection_credit_cap_exceeded: 402,
      free_tier_limit: 402,
      search_unavailable: 503,
      rate_limited: 429,
      invalid_map_request: 400,
      map_layer_unavailable: 409,
      flood_map_unavailable: 502,
      wetlands_map_unavailable: 502,
      flood_map_not_published: 404,
      no_site_plan_concept: 404,
      invalid_site_plan_export_request: 400,
      export_render_failed: 502,
      upload_object_missing: 409,
      confirmation_required: 422,
      governing_source_suggested: 409,
      unsupported_file_type: 422,
      upload_too_large: 413,
      upload_mismatch: 422,
      unknown_model: 422,
      model_unavailable: 409,
      link_spent: 410,
      link_expired: 410,
      authentication_required: 401,
      invalid_credential: 401,
      key_expired: 401,
      key_revoked: 401,
      invalid_host: 400,
      credential_in_url: 400,
      invalid_json: 400,
      payload_too_large: 413,
      method_not_allowed: 405,
      unsupported_media_type: 415,
      upstream_unavailable: 502,
      internal_error: 500,
      validation_failed: 422,
    }; // prettier-ignore
    const kept = Object.fromEntries(
      Object.keys(promised).map((code) => [code, isProblemCode(code) ? problemCatalogue[code].status : "missing"]),
    );
    expect(kept).toEqual(promised);
  });
});

describe("a problem document", () => {
  const context = { baseUrl: "http://localhost:3000", requestId: "req_1" };

  it("cannot have its own members replaced by context members", () => {
    // Its type does not let these in; what comes from elsewhere might.
    const members: object = { status: 200, code: "fine", type: "x", title: "y" };
    const document = problemDocument(problem("not_found", members), context);
    expect(document).toMatchObject({ status: 404, code: "not_found", title: "Not Found" });
  });

  it("is documented with every member that a code may add, those of the interface among them", () => {
    const { Problem, ValidationProblem } = componentSchemas;
    for (const name of Object.keys(extensionMembers)) {
      expect(Problem.properties).toHaveProperty(name);
      expect(ValidationProblem.properties).toHaveProperty(name);
    }
    const promised = [
      "required_scope",
      "required_credits",
      "available_credits",
      "period",
      "credit_cap",
      "gaps",
      "block",
    ];
    expect(Object.keys(extensionMembers)).toEqual(expect.arrayContaining(promised));
    expect(exampleProblem("program_incomplete", context.baseUrl).gaps).toEqual([
      expect.objectContaining({ code: expect.any(String), zone_id: expect.any(String) }),
    ]);
    expect(exampleProblem("proposal_blocked", context.baseUrl).block).toEqual(expect.any(String));
  });

  it("quotes a caller's text only as bounded, printable text", () => {
    const { detail } = problemDocument(
      problem("not_found", { detail: `a\u0000b\u202ec\r\nd${"x".repeat(9_000)}` }),
      context,
    );
    expect(detail).toMatch(/^a b c {2}dx+…$/);
    expect(detail.length).toBe(2_000);
  });
});
