import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import {
  createReadyProject,
  type KnowledgeApp,
  pollUntil,
  projectBody,
  squareAt,
  startKnowledgeApp,
} from "./knowledge-app.ts";

let app: KnowledgeApp;
beforeAll(async () => {
  app = await startKnowledgeApp();
});
afterAll(() => app.close());

const post = (body: unknown, headers: Record<string, string> = {}, key = app.organization.ownerKey) =>
  app.call("POST", "/v1/projects", { key, body, headers });
const get = (path: string, key = app.organization.ownerKey) => app.call("GET", path, { key });
const patch = (path: string, body: unknown, key = app.organization.ownerKey) => app.call("PATCH", path, { key, body });
const errorsOf = (json: Record<string, unknown>) =>
  (json.errors as { field: string; code: string; message: string }[]).map(({ field, code }) => `${field} ${code}`);
const countProjects = async () =>
  (
    await app.services.db.query<{ projects: number }>(sql`-- count_projects
    select count(*)::integer as projects from project`)
  )[0]?.projects;

describe("creating a project", () => {
  it("answers 202 at once and becomes ready to chat in the background", async () => {
    const created = await post(projectBody(1));
    expect(created.status).toBe(202);
    expect(created.json).toMatchObject({ status: "bootstrapping", chat_ready: false, credits: { reserved: 0 } });
    expect(created.json.poll).toBe(`/v1/projects/${created.json.project_id}`);
    const project = await pollUntil(app, String(created.json.poll), (json) => json.chat_ready === true);
    expect(project).toMatchObject({
      project_id: created.json.project_id,
      name: "Project 1",
      status: "ready",
      chat_blockers: [],
      zoning_verification_required: false,
      goal_text: "Build a two-family house",
      project_goal_context: {},
      user_goal_revision: 1,
      setup_mode: "provided",
      jurisdiction: null,
      readiness: {
        ordinances: { municipal: { status: "not_found", corpus_id: null }, county: { status: "not_found" } },
        supplemental_sources: [],
        advisories: [{ code: "governing_ordinance_missing", severity: "warning" }],
      },
      knowledge_base: { documents: 0, chunks: 0, corpora: [], embedding_model: "embedded-static-v4/256" },
      bootstrap: { percent: 100, stage: "done" },
      credits: { reserved: 0, charged: 0 },
      shared_with: [],
    });
    expect(project).not.toHaveProperty("retry_after_seconds");
    expect(project.parcels).toMatchObject([
      {
        parcel_index: 0,
        ll_uuid: null,
        address: "1 Mill Street",
        zoning: { code: "R-2", verified: true, verified_by: app.organization.ownerId, candidates: [] },
      },
    ]);
    // 0.0004 degrees are 32.98 m east and 44.43 m north at 42.3 degrees.
    const [parcel] = project.parcels as { size: { acres: number; square_feet: number } }[];
    expect(parcel?.size.square_feet).toBeCloseTo((32.98 * 44.43) / 0.3048 ** 2, -2);
    expect(parcel?.size.acres).toBeCloseTo(0.362, 3);
    // Stated like the sizes of the resolver: digits beyond these mean nothing.
    expect(JSON.stringify(parcel?.size)).toMatch(/^\{"acres":0\.\d{1,4},"square_feet":\d+\}$/);
  });

  it("is not ready while a parcel's zoning is unverified, and is once every one is settled", async () => {
    const parcels = [{ geometry: squareAt(2), zoning_code: "R-1" }, { geometry: squareAt(3) }];
    const created = await post(projectBody(2, { name: "Two lots", parcels }));
    const path = String(created.json.poll);
    const waiting = await pollUntil(app, path, (json) => json.status !== "bootstrapping");
    expect(waiting).toMatchObject({
      status: "zoning_verification_required",
      chat_ready: false,
      chat_blockers: ["zoning_verification_required"],
      zoning_verification_required: true,
    });
    const unknown = await patch(`${path}/parcels/1/zoning`, { action: "confirm" });
    expect([unknown.status, errorsOf(unknown.json)]).toEqual([422, ["action not_allowed"]]);
    const neither = await patch(`${path}/parcels/1/zoning`, { action: "approve" });
    expect([neither.status, neither.json.detail]).toEqual([422, "action: must be one of confirm, correct."]);
    const settled = await patch(`${path}/parcels/1/zoning`, {
      action: "correct",
      zoning_code: "R-3",
      note: "by letter",
    });
    expect(settled.status).toBe(200);
    expect(settled.json).toMatchObject({
      parcel_index: 1,
      zoning: { code: "R-3", verified: true },
      chat_ready: true,
      zoning_verification_required: false,
    });
    expect((await get(path)).json).toMatchObject({ status: "ready", chat_ready: true });
    expect((await patch(`${path}/parcels/0/zoning`, { action: "confirm" })).json).toMatchObject({ chat_ready: true });
    expect((await patch(`${path}/parcels/2/zoning`, { action: "confirm" })).status).toBe(404);
    const events = await app.services.db.query(sql`-- zoning_events
      select actor_kind, on_behalf_of, details from audit_event
      where action = 'zoning-verified' and target = ${String(created.json.project_id)} order by at, id`);
    expect(events).toEqual([
      { actor_kind: "key", on_behalf_of: app.organization.ownerId, details: { parcel: 1, zoning: "R-3" } },
      { actor_kind: "key", on_behalf_of: app.organization.ownerId, details: { parcel: 0, zoning: "R-1" } },
    ]);
  });

  it("with dry_run answers 200 and writes nothing", async () => {
    const before = await countProjects();
    const answer = await post(projectBody(4, { dry_run: true, parcels: [{ geometry: squareAt(4) }] }));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      dry_run: true,
      estimate: { credits: 0 },
      prep_summary: {
        parcels: [{ zoning_code: null }],
        sources: [
          { target: "municipal_ordinance", status: "not_found" },
          { target: "county_ordinance", status: "not_found" },
        ],
      },
      gaps: [{ code: "zoning_unknown", field: "parcels.0.zoning_code" }],
    });
    expect(await countProjects()).toBe(before);
  });

  it("can be tried dry and then done under one key for retries: the estimate does not use it up", async () => {
    const key = { "idempotency-key": "dry-then-real" };
    const dry = projectBody(16, { dry_run: true });
    for (const headers of [(await post(dry, key)).headers, (await post(dry, key)).headers]) {
      expect(headers.has("idempotent-replayed")).toBe(false);
    }
    const created = await post(projectBody(16), key);
    expect(created.status).toBe(202);
    const again = await post(projectBody(16), key);
    expect([again.headers.get("idempotent-replayed"), again.json.project_id]).toEqual([
      "true",
      created.json.project_id,
    ]);
  });

  it("is refused to a key whose cap is used up, although it costs nothing", async () => {
    const { orgId, ownerId } = app.organization;
    const minted = await app.services.apiKeys.mint({ orgId, createdBy: ownerId, name: "capped", dailyCap: 3 });
    const payer = await app.services.apiKeys.authenticate(minted.key);
    await app.services.wallet.debit({ payer, operation: "searchProject", amount: 3 });
    const before = await countProjects();
    expect(await post(projectBody(17), {}, minted.key)).toMatchObject({
      status: 402,
      json: { code: "api_key_credit_cap_exceeded", credit_cap: 3, available_credits: 0 },
    });
    expect(await countProjects()).toBe(before);
  });

  it("asks before making the same project on the same land twice, and does as told", async () => {
    const body = projectBody(5);
    expect((await post(body)).status).toBe(202);
    const asked = await post(body);
    expect(asked.status).toBe(422);
    expect(asked.json).toMatchObject({
      code: "confirmation_required",
      choices: [{ decision: "duplicate_project", options: [{ field: "allow_duplicate", value: true }] }],
    });
    const sameNumber = { ...body, parcels: [{ geometry: squareAt(50), address: "5  MILL street" }] };
    expect((await post(sameNumber)).json.code).toBe("confirmation_required");
    expect((await post({ ...body, name: "Another purpose" })).status).toBe(202);
    expect((await post({ ...body, allow_duplicate: true })).status).toBe(202);
    expect((await post(body, {}, app.stranger.ownerKey)).status).toBe(202);
  });

  it("of many equal ones at once makes one", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(projectBody(6))));
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 422, 422, 422, 422]);
  });

  it("under one idempotency key is one project", async () => {
    const headers = { "idempotency-key": "create-seven" };
    const first = await post(projectBody(7), headers);
    const again = await post(projectBody(7), headers);
    expect(again.json.project_id).toBe(first.json.project_id);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await post(projectBody(8), headers)).json.code).toBe("idempotency_key_reused");
  });

  it("whose process died before it answered is answered with the same project", async () => {
    const headers = { "idempotency-key": "create-died" };
    const first = await post(projectBody(15), headers);
    await app.services.db.query(sql`-- leave_claim_as_killed
      update idempotency_claim
      set state = 'running', status = null, response_headers = null, response_body = null,
        lease_until = now() - interval '1 second'
      where key = 'create-died'`);
    const before = await countProjects();
    const again = await post(projectBody(15), headers);
    expect([again.status, again.json.project_id]).toEqual([202, first.json.project_id]);
    expect(await countProjects()).toBe(before);
  });

  it("whose bootstrap died with its worker is set up by the next one", async () => {
    const other = await startKnowledgeApp({ works: false });
    try {
      const key = other.organization.ownerKey;
      const path = String((await other.call("POST", "/v1/projects", { key, body: projectBody(1) })).json.poll);
      await other.services.db.query(sql`-- leave_bootstrap_as_killed
        update background_job
        set state = 'running', attempt = 1, fence = 1, lease_until = now() - interval '1 second'`);
      expect((await other.call("GET", path, { key })).json).toMatchObject({
        status: "bootstrapping",
        chat_blockers: ["bootstrap_not_ready"],
        retry_after_seconds: 5,
      });
      await other.jobs.startWorker();
      expect(await pollUntil(other, path, (json) => json.status !== "bootstrapping", key)).toMatchObject({
        status: "ready",
      });
    } finally {
      await other.close();
    }
  });

  it.each([
    ["neither parcels nor site", { parcels: undefined }, ["parcels required"]],
    [
      "two selectors of a site",
      { parcels: undefined, site: { address: "1 Main", ll_uuid: "x" } },
      ["site.ll_uuid exclusive"],
    ],
    ["half a selector", { parcels: undefined, site: { apn: "1-2" } }, ["site.state required"]],
    [
      "an id beside a geometry",
      { parcels: [{ ll_uuid: "x", geometry: squareAt(1) }] },
      ["parcels[0].ll_uuid exclusive"],
    ],
    ["an ordinance that is a map", { ordinance_url: "https://maps.arcgis.com/home" }, ["ordinance_url not_allowed"]],
    ["an ordinance of this machine", { ordinance_url: "http://localhost/code" }, ["ordinance_url not_allowed"]],
    [
      "one ordinance for two governments",
      { ordinance_url: "https://example.org/code", county_ordinance_url: "https://example.org/code" },
      ["county_ordinance_url duplicate"],
    ],
    ["no goal", { goal_text: undefined }, ["goal_text required"]],
    ["an empty goal", { goal_text: " " }, ["goal_text wrong_format"]],
    ["a member that is not known", { goal: "typo" }, ["goal unknown_member"]],
    [
      "thirteen parcels",
      { parcels: Array.from({ length: 13 }, (_, at) => ({ geometry: squareAt(at) })) },
      ["parcels too_many"],
    ],
    [
      "the same parcel twice",
      { parcels: [{ geometry: squareAt(1) }, { geometry: squareAt(1) }] },
      ["parcels[1].geometry duplicate"],
    ],
    ["a parcel without land", { parcels: [{ address: "1 Main" }] }, ["parcels[0].geometry required"]],
    [
      "a point",
      { parcels: [{ geometry: { type: "Point", coordinates: [1, 2] } }] },
      ["parcels[0].geometry.type not_allowed"],
    ],
    [
      "an open ring",
      { parcels: [{ geometry: { type: "Polygon", coordinates: [squareAt(1).coordinates[0]?.slice(0, 4)] } }] },
      ["parcels[0].geometry.coordinates[0] not_closed"],
    ],
    [
      "feet instead of degrees",
      {
        parcels: [
          {
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [0, 0],
                  [700, 0],
                  [0, 50],
                  [0, 0],
                ],
              ],
            },
          },
        ],
      },
      ["parcels[0].geometry.coordinates[0][1] out_of_range"],
    ],
    [
      "a ring that crosses itself",
      {
        parcels: [
          {
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [0, 0],
                  [0.001, 0.001],
                  [0.001, 0],
                  [0, 0.001],
                  [0, 0],
                ],
              ],
            },
          },
        ],
      },
      ["parcels[0].geometry.coordinates[0] crosses_itself"],
    ],
    ["land the size of a state", { parcels: [{ geometry: squareAt(1, 2) }] }, ["parcels[0].geometry out_of_range"]],
    ["a person of another organization", { shared_with: ["usr_unknown"] }, ["shared_with[0] unknown"]],
    [
      "a goal answer of an unknown key",
      { project_goal_context: { colour: { value: "red", provenance: "derived" } } },
      ["project_goal_context.colour unknown_member"],
    ],
  ])("with %s is refused with the field named", async (_, change, errors) => {
    const answer = await post(JSON.parse(JSON.stringify({ ...projectBody(9), ...change })));
    expect([answer.status, answer.json.code, errorsOf(answer.json)]).toEqual([422, "validation_failed", errors]);
  });

  it.each([
    ["a site to look up", { parcels: undefined, site: { address: "1 Main Street" } }],
    ["a parcel to look up", { parcels: [{ ll_uuid: "abc" }] }],
  ])("that needs %s says which setting connects a provider", async (_, change) => {
    const before = await countProjects();
    const answer = await post(JSON.parse(JSON.stringify({ ...projectBody(10), ...change })));
    expect(answer.status).toBe(502);
    expect(answer.json).toMatchObject({ code: "upstream_unavailable", retry_after_seconds: 3_600 });
    expect(answer.json.detail).toContain("PARCEL_API_URL");
    expect(await countProjects()).toBe(before);
  });

  it("by discovery without any provider becomes ready and says what is missing", async () => {
    const created = await post(projectBody(19, { setup_mode: undefined }));
    expect([created.status, created.json.credits]).toEqual([202, { reserved: 10 }]);
    const project = await pollUntil(app, String(created.json.poll), (json) => json.chat_ready === true);
    expect(project).toMatchObject({
      setup_mode: "wizard",
      credits: { reserved: 10, charged: 0 },
      readiness: {
        ordinances: { municipal: { status: "not_found" }, county: { status: "not_found" } },
        gis_layers: {
          parcels: { state: "ready", features: 1, source: null },
          flood: { state: "unavailable", features: 0, source: null, fetched_at: null },
        },
      },
    });
    const { advisories } = project.readiness as { advisories: { code: string; detail: string }[] };
    expect(advisories.map(({ code }) => code)).toEqual([
      "governing_ordinance_missing",
      ...Array.from({ length: 10 }, () => "layer_unavailable"),
    ]);
    expect(advisories.find(({ detail }) => detail.includes('"Flood"'))?.detail).toContain("FLOOD_URL");
  });

  it("reports an empty goal as one error", async () => {
    const answer = await post({ ...projectBody(9), goal_text: "" });
    expect(errorsOf(answer.json)).toEqual(["goal_text too_short"]);
  });
});

describe("who sees a project", () => {
  it("is everybody with a key of the organization's owners, the creator, and those it is shared with", async () => {
    const { ownerKey, memberKey, memberId } = app.organization;
    const owners = await createReadyProject(app, 11);
    const members = await createReadyProject(app, 12, memberKey);
    const shared = String((await post(projectBody(13, { shared_with: [memberId] }))).json.project_id);
    const seenBy = async (key: string) =>
      Promise.all([owners, members, shared].map(async (id) => (await get(`/v1/projects/${id}`, key)).status));
    expect(await seenBy(ownerKey)).toEqual([200, 200, 200]);
    expect(await seenBy(memberKey)).toEqual([404, 200, 200]);
    expect(await seenBy(app.stranger.ownerKey)).toEqual([404, 404, 404]);
    const listed = (await get("/v1/projects?limit=100", memberKey)).json.data as { project_id: string }[];
    expect(listed.map((item) => item.project_id)).toEqual([shared, members]);
  });

  it("nobody else can change it, nor learn from a refusal that it is there", async () => {
    const projectId = await createReadyProject(app, 14);
    const key = app.stranger.ownerKey;
    for (const id of [projectId, "prj_00000000000000000000000000000000"]) {
      expect((await patch(`/v1/projects/${id}`, { goal_text: "mine" }, key)).status).toBe(404);
      expect((await patch(`/v1/projects/${id}/parcels/0/zoning`, { action: "confirm" }, key)).status).toBe(404);
    }
  });
});

describe("the list of projects", () => {
  it("is newest first and walks through every one once, also while others are added", async () => {
    const key = app.stranger.memberKey;
    const made: string[] = [];
    for (let number = 20; number < 25; number++) made.push(await createReadyProject(app, number, key));
    const seen: string[] = [];
    let path = "/v1/projects?limit=2";
    for (;;) {
      const page = (await get(path, key)).json as { data: { project_id: string }[]; next_cursor: string | null };
      seen.push(...page.data.map((item) => item.project_id));
      if (page.next_cursor === null) break;
      if (seen.length === 2) await createReadyProject(app, 30, key);
      path = `/v1/projects?limit=2&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(made.toReversed());
    const second = (await get("/v1/projects?limit=2&offset=1", key)).json;
    expect(second).toMatchObject({ limit: 2, offset: 1 });
    expect((second.data as { project_id: string }[])[0]?.project_id).toBe(made.at(-1));
    expect(Object.keys((second.data as object[])[0] ?? {}).sort()).toEqual([
      "chat_ready",
      "created_at",
      "name",
      "project_id",
      "status",
      "updated_at",
    ]);
  });

  it("takes either an offset or a cursor", async () => {
    expect((await get("/v1/projects?offset=0&cursor=abc")).status).toBe(422);
    expect((await get("/v1/projects?limit=0")).status).toBe(422);
  });
});

describe("changing the goal", () => {
  it("needs the version that was read, and moves it on", async () => {
    const projectId = await createReadyProject(app, 40);
    const path = `/v1/projects/${projectId}`;
    const before = (await get(path)).json;
    expect((await patch(path, { goal_text: "A hotel" })).json.code).toBe("goal_version_required");
    expect((await patch(path, { goal_text: "A hotel" })).status).toBe(428);
    const context = { unit_count: { value: 40, provenance: "user_confirmed" } };
    const changed = await patch(path, {
      goal_text: "A hotel",
      project_goal_context: context,
      expected_goal_revision: 1,
    });
    expect(changed.json).toMatchObject({ goal_text: "A hotel", project_goal_context: context, user_goal_revision: 2 });
    expect(changed.json.user_goal_hash).not.toBe(before.user_goal_hash);
    const stale = await patch(path, { goal_text: "An inn", expected_goal_hash: before.user_goal_hash });
    expect([stale.status, stale.json.code, stale.json.user_goal_revision]).toEqual([409, "goal_version_conflict", 2]);
    const beyond = await patch(path, { goal_text: "An inn", expected_goal_revision: 2 ** 31 });
    expect([beyond.status, beyond.json.code]).toEqual([422, "validation_failed"]);
    const half = { goal_text: "An inn", expected_goal_revision: 2, expected_goal_hash: before.user_goal_hash };
    expect((await patch(path, half)).status).toBe(409);
    const whole = await patch(path, { goal_text: "An inn", expected_goal_hash: changed.json.user_goal_hash });
    expect(whole.json).toMatchObject({ goal_text: "An inn", project_goal_context: {}, user_goal_revision: 3 });
  });

  it("by many at once from one version succeeds for one", async () => {
    const path = `/v1/projects/${await createReadyProject(app, 41)}`;
    const answers = await Promise.all(
      ["a", "b", "c"].map((goal) => patch(path, { goal_text: goal, expected_goal_revision: 1 })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });
});
