import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { makeComputePool } from "../../../ingest/index.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import type { TestAnswer } from "../../support/http.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { createPlannedProject, PlanningClient, type Step } from "../../support/site-plan/walked-project.ts";

let town: DemoTown;
let app: ComposedService;
let isComputeBroken = false;
const { scenarios } = townCadastre();

beforeAll(async () => {
  town = await shareDemoTown();
  const pool = makeComputePool();
  const run: typeof pool.run = async (task, input, options) => {
    if (isComputeBroken && task.name === "compilePlan") throw new TypeError("the engine has a fault");
    return pool.run(task, input, options);
  };
  app = await openComposedService(
    { FETCH_ALLOW_ORIGINS: town.origin },
    { townUrls: town.urls, compute: { ...pool, run } },
  );
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const projectOn = async (name: ScenarioName, key = app.organization.ownerKey) =>
  new PlanningClient(
    app,
    key,
    await createPlannedProject(app, key, { parcels: [{ ll_uuid: scenarios[name].llUuid }] }),
  );

const refusal = ({ status, json }: TestAnswer) => [status, json.code];
const townhomes = { "program.typology": "townhome" };
/** The user's reason where the district of a lot prohibits the use. */
const variance = { override_reason: "The client applies for a use variance." };
const decisionsOf = (projectId: string) =>
  app.services.db.query<{ kind: string; key: string; reason: string | null; status: string }>(sql`-- test
    select kind, key, reason, status from plan_decision where project_id = ${projectId} order by seq`);

describe("the interview of a project", { timeout: 60_000 }, () => {
  it("asks first what is to be built, and has no workflow and no concept yet", async () => {
    const client = await projectOn("plain");
    const workflows = (await client.get("interview/workflows")).json;
    expect(workflows).toMatchObject({ selected_workflow_id: null, standing: { workflow_id: null, percent: 0 } });
    expect(workflows.data).toContainEqual(
      expect.objectContaining({
        workflow_id: "single_family",
        available: false,
        unavailable_reason: expect.any(String),
      }),
    );
    const step = await client.step();
    expect(step.questions.map(({ question_id: id }) => id)).toEqual(["program.typology"]);
    expect(step).toMatchObject({ complete: false, completeness: { ready: false } });
    expect((await client.get("site-plan")).json).toMatchObject({
      has_concept: false,
      revision: null,
      feature_count: 0,
    });
  });

  it("settles nothing by reading, and asks nothing twice", async () => {
    const client = await projectOn("plain");
    const before = await client.step();
    expect(await client.step()).toEqual(before);
    const asked = new Set<string>();
    let step = (await client.answer(townhomes)).json as unknown as typeof before;
    while (step.questions.length > 0) {
      const answers = Object.fromEntries(
        step.questions.map(({ question_id: id, recommended }) => [id, recommended?.value]),
      );
      for (const id of Object.keys(answers)) {
        expect(asked.has(id)).toBe(false);
        asked.add(id);
      }
      step = (await client.answer(answers)).json as unknown as typeof before;
    }
    expect(step).toMatchObject({ complete: true, completeness: { ready: true, missing_required: [] } });
    expect(step.answered).toHaveLength(asked.size + 1);
  });

  it("recommends with each default a reason, and the default is the recommended value", async () => {
    const client = await projectOn("plain");
    await client.answer(townhomes);
    const { questions } = await client.step();
    expect(questions.length).toBeGreaterThan(0);
    for (const { schema, recommended } of questions) {
      expect(schema.default).toEqual(recommended?.value);
      expect(recommended?.reason.length).toBeGreaterThan(5);
    }
  });

  it("recommends no use that the district prohibits, and none where it prohibits all that are read", async () => {
    const recommendedOn = async (name: ScenarioName) =>
      (await (await projectOn(name)).step()).questions[0]?.recommended;
    expect(await recommendedOn("wetland")).toBeNull();
    expect(await recommendedOn("plain")).toMatchObject({ value: "townhome" });
  });

  it("recommends the parking ratio of the unit mix, and asks for it again when the mix changes", async () => {
    const client = await projectOn("large");
    await client.walk({ "program.typology": "multifamily_garden" });
    const ratioIn = ({ answered }: Step) => answered.find(({ question_id: id }) => id === "parking.ratio")?.value;
    expect(ratioIn(await client.step())).toBe(1.55);
    const families = { studio: 0, "1br": 20, "2br": 60, "3br": 20 };
    const changed = (await client.answer({ "mf.unit_mix": families })).json as unknown as Step;
    const [question] = changed.questions;
    expect([question?.question_id, question?.recommended?.value]).toEqual(["parking.ratio", 1.75]);
    expect(question?.recommended?.reason).toContain(
      "20 % × 1.25 for “Multifamily dwelling, studio or one bedroom” (8.2)",
    );
    await client.answer({ "parking.ratio": 1.5 });
    const { conflicts } = await client.propose({});
    expect(conflicts).toContainEqual(
      expect.objectContaining({ code: "parking_below_minimum", limit: 1.75, proposed: 1.5 }),
    );
  });

  it("records nothing of a batch with a bad field, and names every bad field", async () => {
    const client = await projectOn("plain");
    await client.answer(townhomes);
    const before = await client.step();
    const refused = await client.answer({ "th.row_max": "many", "parking.ratio": -1, "hotel.keys": 20 });
    expect(refusal(refused)).toEqual([400, "invalid_interview_answer"]);
    const fields = (refused.json.errors as { field: string }[]).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(["answers.hotel.keys", "answers.parking.ratio", "answers.th.row_max"]);
    expect(await client.step()).toEqual(before);
  });

  it("refuses typologies of the studio and records nothing of the batch", async () => {
    const client = await projectOn("plain");
    const before = await client.step();
    for (const typology of ["single_family", "subdivision"]) {
      const refused = await client.answer({ "program.typology": typology });
      expect(refusal(refused)).toEqual([409, "typology_not_supported_via_api"]);
    }
    expect(await client.step()).toEqual(before);
  });

  it("refuses a write of another session or of a state that has moved on, and raises the state by one write", async () => {
    const client = await projectOn("plain");
    const { planning_session_id: session, state_version: version } = await client.step();
    const stale = { planning_session_id: session, state_version: version };
    const first = await client.post("interview/answers", { ...stale, answers: townhomes });
    expect(first.json.state_version).toBe(version + 1);
    expect(refusal(await client.post("interview/answers", { ...stale, answers: townhomes }))).toEqual([
      409,
      "planning_session_conflict",
    ]);
    const foreign = { planning_session_id: "ps_0193e0a37c117a3c9d3e0a1b2c3d4e5f", answers: townhomes };
    expect(refusal(await client.post("interview/answers", foreign))).toEqual([409, "planning_session_conflict"]);
    expect((await client.step()).state_version).toBe(version + 1);
  });

  it("replays a batch that is sent again under its key for retries", async () => {
    const client = await projectOn("plain");
    const { planning_session_id } = await client.step();
    const body = { planning_session_id, answers: townhomes };
    const headers = { "idempotency-key": `answers-${client.projectId}` };
    const first = await client.post("interview/answers", body, headers);
    const again = await client.post("interview/answers", body, headers);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("refuses writes while the studio is off, and keeps answering reads", async () => {
    const { db } = app.services;
    const setStudio = (isOn: boolean) =>
      db.query(sql`-- test
        update organization set has_site_plan_studio = ${isOn} where id = ${app.stranger.orgId}`);
    const client = await projectOn("plain", app.stranger.ownerKey);
    await setStudio(false);
    const refused = [
      await client.answer(townhomes),
      await client.write("site-plan/program/approve"),
      await client.write("site-plan/proposals"),
    ];
    for (const answer of refused) expect(refusal(answer)).toEqual([403, "site_plan_studio_not_enabled"]);
    for (const path of [
      "interview/step",
      "interview/workflows",
      "site-plan",
      "yield-scenario",
      "site-plan/proposals",
    ]) {
      expect((await client.get(path)).status, path).toBe(200);
    }
    await setStudio(true);
    expect((await client.answer(townhomes)).status).toBe(200);
  });
});

describe("decisions whose subject changes", { timeout: 60_000 }, () => {
  it("stay when the goal is replaced, while session and open proposals end with the old goal", async () => {
    const client = await projectOn("plain");
    const proposal = await client.propose(townhomes);
    const before = await client.step();
    const path = `/v1/projects/${client.projectId}`;
    const replaced = await app.call("PATCH", path, {
      key: client.key,
      body: { goal_text: "Build four townhomes", expected_goal_revision: 1 },
    });
    expect(replaced.status, replaced.text).toBe(200);
    const stale = { planning_session_id: before.planning_session_id };
    for (const [write, body] of [
      ["interview/answers", { ...stale, answers: townhomes }],
      ["site-plan/program/approve", stale],
      ["site-plan/proposals", stale],
      [`site-plan/proposals/${proposal.proposal_id}/approve`, stale],
      [`site-plan/proposals/${proposal.proposal_id}/reject`, stale],
    ] as const) {
      expect([write, ...refusal(await client.post(write, body))]).toEqual([write, 409, "planning_session_conflict"]);
    }
    const after = await client.step();
    expect(after.planning_session_id).not.toBe(before.planning_session_id);
    expect(after.answered).toEqual(before.answered);
    expect((await client.get("site-plan/proposals")).json.data).toEqual([]);
    expect(refusal(await client.write("site-plan/proposals"))).toEqual([409, "program_not_approved"]);
    expect(refusal(await client.write(`site-plan/proposals/${proposal.proposal_id}/approve`))).toEqual([
      409,
      "proposal_decided",
    ]);
  });

  it("are suspended and asked again when another district governs, until they are answered anew", async () => {
    const client = await projectOn("plain");
    const walked = await client.walk(townhomes);
    expect(walked.completeness.ready).toBe(true);
    await client.write("site-plan/program/approve");
    const zoning = await app.call("PATCH", `/v1/projects/${client.projectId}/parcels/0/zoning`, {
      key: client.key,
      body: { action: "correct", zoning_code: "RM" },
    });
    expect(zoning.status, zoning.text).toBe(200);
    const step = await client.step();
    expect(step.completeness.missing_required).toContainEqual({ question_id: "parking.ratio", zone_id: null });
    expect(refusal(await client.write("site-plan/proposals"))).toEqual([409, "program_not_approved"]);
    await client.answer({ "th.row_max": 4 });
    const suspended = async () =>
      (await decisionsOf(client.projectId)).filter(({ status }) => status === "suspended").map(({ key }) => key);
    expect(await suspended()).toContain("parking.ratio");
    await client.walk(townhomes);
    expect(await suspended()).not.toContain("parking.ratio");
    expect((await client.write("site-plan/program/approve")).json).toMatchObject({ replayed: false });
  });
});

describe("a parking ratio", { timeout: 60_000 }, () => {
  it("is asked again when another use is to be built, and a lower one than the ordinance's is a conflict with its clause", async () => {
    const client = await projectOn("plain");
    await client.walk({ "program.typology": "retail" });
    const changed = (await client.answer(townhomes)).json as unknown as Step;
    expect(changed.answered.map(({ question_id: id }) => id)).not.toContain("parking.ratio");
    expect(changed.completeness.missing_required).toContainEqual({ question_id: "parking.ratio", zone_id: null });
    const again = (await client.answer(townhomes)).json as unknown as Step;
    expect(again.answered.length).toBe(changed.answered.length);
    const { conflicts } = await client.propose({ "parking.ratio": 0.5 });
    expect(conflicts).toEqual([
      expect.objectContaining({
        ...{ code: "parking_below_minimum", proposed: 0.5 },
        citations: [expect.objectContaining({ section: "8.2" })],
      }),
    ]);
  });
});

describe("the standards of the site's layout", { timeout: 60_000 }, () => {
  it("are recommended with their clause, keep buildings apart from wetlands, allow one of them on a lot, and are checked", async () => {
    const client = await projectOn("wetland");
    const proposal = await client.propose(townhomes);
    expect(proposal.conflicts).toEqual([expect.objectContaining({ code: "use_not_permitted" })]);
    const { answered } = await client.step();
    expect(Object.fromEntries(answered.map(({ question_id: id, value }) => [id, value]))).toMatchObject({
      ...{ "site.wetland_buffer": 50, "parking.stall_w": 9, "parking.stall_l": 18, "parking.aisle": 24 },
    });
    const approved = await client.write(`site-plan/proposals/${proposal.proposal_id}/approve`, variance);
    expect(approved.status, approved.text).toBe(200);
    const { rule_inputs: inputs, rule_evidence_snapshot: evidence } = (await client.get("design-criteria")).json;
    expect(inputs).toMatchObject({ buildingSpacing: { value: 30 }, stall: { aisle: { value: 24 } } });
    expect(evidence).toMatchObject({
      ...{ building_spacing: { section: "4.9.D" }, aisle: { section: "8.6" }, wetland_setback: { section: "15.3" } },
    });
    const plan = (await client.get("site-plan")).json as {
      readonly metrics: Readonly<Record<string, { value: number; limit: number | null; status: string }>>;
      readonly features: { readonly features: readonly { readonly properties: { readonly label?: string } }[] };
    };
    expect(plan.metrics.principal_buildings).toMatchObject({ value: 1, limit: 1, status: "pass" });
    expect(JSON.stringify(plan)).toContain("Buildings 75 ft from the wetland");
  });

  it("keep parking from lot lines, and ask for islands and planted ground, as the sections on the district say", async () => {
    const client = await projectOn("commercial");
    const { proposal_id } = await client.propose({ "program.typology": "retail" });
    const { json } = await client.write(`site-plan/proposals/${proposal_id}/approve`);
    const cited = (limit: number, section: string) => ({
      ...{ limit, status: "pass", citations: [expect.objectContaining({ section })] },
    });
    expect(json.metrics).toMatchObject({
      ...{ parking_setback_front_min: cited(15, "8.8.C"), parking_setback_side_min: cited(5, "8.8.C") },
      ...{ parking_setback_rear_min: cited(5, "8.8.C"), stalls_between_islands: cited(15, "10.6.B") },
      ...{ landscape: cited(20, "10.2.A"), building_spacing_min: cited(20, "4.3.C") },
      loading: { unit: "spaces", status: "pass", citations: [expect.objectContaining({ section: "8.10" })] },
    });
  });

  it("keep parking behind the front of the buildings, unless a reason lifts the clause", async () => {
    const client = await projectOn("large");
    const garden = { "program.typology": "multifamily_garden" };
    const place = await client.propose(garden);
    const { json } = await client.write(`site-plan/proposals/${place.proposal_id}/approve`);
    expect(json.metrics).toMatchObject({
      parking_behind_building_min: {
        ...{ limit: 0, status: "pass", citations: [expect.objectContaining({ section: "8.8.B" })] },
      },
    });
    const inFront = await projectOn("large");
    const asked = await inFront.propose({ ...garden, "parking.place": "front" });
    expect(asked.conflicts).toContainEqual(
      expect.objectContaining({
        ...{ code: "parking_in_front", rule: "parking_behind_building", severity: "overridable" },
        citations: [expect.objectContaining({ section: "8.8.B" })],
      }),
    );
    const path = `site-plan/proposals/${asked.proposal_id}/approve`;
    expect(refusal(await inFront.write(path))).toEqual([422, "proposal_override_reason_required"]);
    const approved = await inFront.write(path, variance);
    expect(approved.status, approved.text).toBe(200);
    expect(approved.json.metrics).toMatchObject({ parking_behind_building_min: { limit: 0 } });
  });

  it("keep the basin from lot lines and buildings, and name the wells that no map shows", async () => {
    const client = await projectOn("large");
    const { proposal_id, notes } = await client.propose({ "program.typology": "multifamily_garden" });
    expect(notes).toContainEqual(expect.stringMatching(/^Not evaluated for wells and septic systems.*\(16\.5\.B\)/));
    const { json } = await client.write(`site-plan/proposals/${proposal_id}/approve`);
    const cited = (limit: number, section: string) => ({
      ...{ limit, status: "pass", citations: [expect.objectContaining({ section })] },
    });
    expect(json.metrics).toMatchObject({
      ...{ basin_lot_line_min: cited(25, "16.5.D"), basin_building_min: cited(20, "16.5.B") },
    });
  });

  it("count density without the floodway that the definition of its area takes out, and name what no map shows", async () => {
    const client = await projectOn("floodway");
    const { proposal_id, conflicts } = await client.propose({ ...townhomes, "mf.target": { units: 30 } });
    // 30 homes are 9.1 to each acre of the whole lot, and more than the ten that are allowed without the floodway.
    expect(conflicts).toContainEqual(expect.objectContaining({ code: "density_exceeded", limit: 10 }));
    const { json } = await client.write(`site-plan/proposals/${proposal_id}/approve`, variance);
    const { site_area: whole, net_site_area: net, units, density } = json.metrics as Record<string, { value: number }>;
    if (!whole || !net || !units) throw new Error("no metrics");
    expect(net.value).toBeLessThan(0.8 * whole.value);
    expect(density).toMatchObject({
      source: expect.stringContaining("not taken out of the area: watercourses, slopes from 25 %, easements"),
    });
    const { rule_evidence_snapshot: evidence, rule_inputs: inputs } = (await client.get("design-criteria")).json;
    expect(evidence).toMatchObject({ density_less_floodway: { section: expect.stringMatching(/^2\.[23]$/) } });
    expect(JSON.stringify(inputs)).toContain('"land":"floodway"');
  });

  it("keep a planted buffer along the lines that the map shows beside another district, without a question on it", async () => {
    const client = await projectOn("industrial");
    const { proposal_id } = await client.propose({ "program.typology": "industrial" });
    const { answered } = await client.step();
    expect(answered.map(({ question_id: id }) => id)).not.toContain("site.neighbors");
    const { json } = await client.write(`site-plan/proposals/${proposal_id}/approve`);
    expect(json.metrics).toMatchObject({
      neighbor_buffer_min: { limit: 10, status: "pass", citations: [expect.objectContaining({ section: "10.3" })] },
    });
    const { districts } = (await client.get("design-criteria")).json as {
      readonly districts: readonly { readonly fields: Readonly<Record<string, unknown>> }[];
    };
    expect(districts[0]?.fields.buffer_by_adjacency).toMatchObject({
      values: expect.arrayContaining([expect.objectContaining({ value: 50, condition: "abutting RA, R-1, R-2" })]),
    });
  });

  it("are those of a corner lot on its side street, and those of a flag lot on each of its lines", async () => {
    const metricsOf = async (name: ScenarioName) => {
      const client = await projectOn(name);
      const { proposal_id } = await client.propose(townhomes);
      return (await client.write(`site-plan/proposals/${proposal_id}/approve`, variance)).json.metrics;
    };
    expect(await metricsOf("corner")).toMatchObject({ setback_street_side_min: { limit: 20, status: "pass" } });
    const cited = [expect.objectContaining({ section: "6.5.D" })];
    expect(await metricsOf("flag")).toMatchObject({
      setback_side_min: { limit: 30, status: "pass", citations: cited },
      flag_lot_area: { limit: 30_000, citations: [expect.objectContaining({ section: "6.5.C" })] },
    });
  });

  it("bind the answers: a narrower buffer around a wetland than the ordinance's is a conflict with its clause", async () => {
    const client = await projectOn("wetland");
    const { conflicts } = await client.propose({ ...townhomes, "site.wetland_buffer": 20 });
    expect(conflicts).toEqual([
      expect.objectContaining({
        ...{ code: "wetland_exclusion_waived", rule: "wetland_buffer", limit: 50, proposed: 20 },
        citations: [expect.objectContaining({ section: "15.3" })],
      }),
      expect.objectContaining({ code: "use_not_permitted" }),
    ]);
  });
});

describe("a program", { timeout: 60_000 }, () => {
  it("with open questions is not approved, and the gaps name them", async () => {
    const client = await projectOn("plain");
    await client.answer(townhomes);
    const refused = await client.write("site-plan/program/approve");
    expect(refusal(refused)).toEqual([409, "program_incomplete"]);
    expect(refused.json.gaps).toContainEqual(
      expect.objectContaining({ code: "parking_ratio_unresolved", question_id: "parking.ratio", zone_id: null }),
    );
    expect(refusal(await client.write("site-plan/proposals"))).toEqual([409, "program_not_approved"]);
  });

  it("is approved once: a repeat answers the first approval, and a changed answer opens it again", async () => {
    const client = await projectOn("plain");
    await client.walk(townhomes);
    const first = (await client.write("site-plan/program/approve")).json;
    expect(first).toMatchObject({ status: "approved", program_revision: 1, replayed: false });
    const again = (await client.write("site-plan/program/approve")).json;
    expect(again).toEqual({ ...first, replayed: true });
    await client.answer({ "th.row_max": 6 });
    const same = (await client.write("site-plan/program/approve")).json;
    expect(same).toMatchObject({ program_revision: 1, replayed: true });
    await client.answer({ "th.row_max": 4 });
    expect(refusal(await client.write("site-plan/proposals"))).toEqual([409, "program_not_approved"]);
    const changed = (await client.write("site-plan/program/approve")).json;
    expect(changed).toMatchObject({ program_revision: 2, replayed: false });
  });
});

describe("a proposal", { timeout: 60_000 }, () => {
  it("compiles nothing before it is approved, is applied once, and a repeat answers the first outcome", async () => {
    const client = await projectOn("plain");
    const proposal = await client.propose(townhomes);
    expect(proposal).toMatchObject({ kind: "generate_concept", zone_id: null, status: "proposed", conflicts: [] });
    expect((await client.get("site-plan")).json.has_concept).toBe(false);
    const path = `site-plan/proposals/${proposal.proposal_id}/approve`;
    const { planning_session_id, state_version } = proposal;
    const first = await client.post(path, { planning_session_id, state_version });
    expect(first.status, first.text).toBe(200);
    expect(first.json).toMatchObject({ status: "applied", zone_failures: [], replayed: false });
    const again = await client.post(path, { planning_session_id, state_version });
    expect(again.json).toEqual({ ...first.json, replayed: true });

    const plan = (await client.get("site-plan")).json;
    expect(plan).toMatchObject({ has_concept: true, revision: 1, truncated: false });
    expect(plan.metrics).toEqual(first.json.metrics);
    const counts = Object.values(plan.object_counts as Record<string, number>);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(plan.feature_count).toBe(counts.reduce((sum, count) => sum + count, 0));
    const bare = (await client.get("site-plan?include_geometry=false")).json;
    expect(bare).toEqual({
      ...{ ...plan, feature_count: 0, truncated: false },
      features: { type: "FeatureCollection", features: [] },
    });
    const yields = (await client.get("yield-scenario")).json;
    const { buildable_area: buildable, parking_required: stalls } = plan.metrics as Record<string, { value: number }>;
    expect(yields.data).toContainEqual(
      expect.objectContaining({
        facts: expect.objectContaining({
          buildable_area: expect.objectContaining({ value: buildable?.value, unit: "sf" }),
          stalls_required: expect.objectContaining({ value: stalls?.value, unit: "stalls" }),
        }),
        snapshots: [expect.objectContaining({ revision: 1, conflicts_count: 0 })],
      }),
    );
  });

  it("is listed newest first and by status; a rejected one is decided for good", async () => {
    const client = await projectOn("plain");
    const first = await client.propose(townhomes);
    const second = (await client.write("site-plan/proposals")).json;
    const rejected = await client.write(`site-plan/proposals/${first.proposal_id}/reject`, { reason: "Too dense." });
    expect(rejected.json).toMatchObject({ status: "rejected", decided_at: expect.any(String) });
    const idsOf = (answer: TestAnswer) =>
      (answer.json.data as { proposal_id: string }[]).map(({ proposal_id: id }) => id);
    expect(idsOf(await client.get("site-plan/proposals"))).toEqual([second.proposal_id, first.proposal_id]);
    expect(idsOf(await client.get("site-plan/proposals?status_filter=rejected"))).toEqual([first.proposal_id]);
    expect(idsOf(await client.get("site-plan/proposals?limit=1"))).toEqual([second.proposal_id]);
    for (const verb of ["approve", "reject"]) {
      const answer = await client.write(`site-plan/proposals/${first.proposal_id}/${verb}`);
      expect(refusal(answer)).toEqual([409, "proposal_decided"]);
    }
    expect(refusal(await client.write("site-plan/proposals/prop_unknown/approve"))).toEqual([404, "not_found"]);
    expect(await decisionsOf(client.projectId)).toContainEqual(
      expect.objectContaining({ kind: "rejection", key: first.proposal_id, reason: "Too dense." }),
    );
  });

  it("expires when the program or the plan has changed", async () => {
    const client = await projectOn("plain");
    const changed = await client.propose(townhomes);
    await client.answer({ "th.row_max": 4 });
    const approve = (id: unknown) => client.write(`site-plan/proposals/${id}/approve`);
    expect(refusal(await approve(changed.proposal_id))).toEqual([409, "proposal_expired"]);
    expect(refusal(await approve(changed.proposal_id))).toEqual([409, "proposal_decided"]);
    await client.write("site-plan/program/approve");
    const one = (await client.write("site-plan/proposals")).json;
    const other = (await client.write("site-plan/proposals")).json;
    expect((await approve(one.proposal_id)).status).toBe(200);
    expect(refusal(await approve(other.proposal_id))).toEqual([409, "proposal_expired"]);
  });

  it("with conflicts needs the user's reason, which is kept word for word and shown with the concept", async () => {
    const client = await projectOn("wetland");
    const waived = {
      ...{ ...townhomes, "site.wetland_treatment": "not_wetland_per_survey" },
      "rules.setbacks": { front: 150, interior_side: 5, exterior_side: 30, rear: 30 },
      "mf.floors": 4,
    };
    const proposal = await client.propose(waived);
    expect(proposal.conflicts).toEqual([
      expect.objectContaining({ code: "setback_reduced", rule: "setback_side_interior", limit: 15, proposed: 5 }),
      expect.objectContaining({
        code: "wetland_exclusion_waived",
        severity: "overridable",
        remedy: expect.any(String),
      }),
      expect.objectContaining({ code: "use_not_permitted" }),
      expect.objectContaining({ code: "height_exceeded", rule: "stories_max", limit: 2.5, proposed: 4 }),
      expect.objectContaining({ code: "height_exceeded", rule: "height_max", limit: 35, proposed: 42 }),
    ]);
    const path = `site-plan/proposals/${proposal.proposal_id}/approve`;
    expect(refusal(await client.write(path))).toEqual([422, "proposal_override_reason_required"]);
    expect(refusal(await client.write(path, { override_reason: "   ok   " }))).toEqual([
      422,
      "proposal_override_reason_required",
    ]);
    expect((await client.get("site-plan")).json.has_concept).toBe(false);
    const reason = "  The survey of 3 May 2026 found “no” wetland — see sheet 4. ";
    const approved = await client.write(path, { override_reason: reason });
    expect(approved.status, approved.text).toBe(200);
    // What the user decided is drawn, and measured against the rules.
    const { setback_front_min: front, ...metrics } = approved.json.metrics as Record<string, { value: number }>;
    expect(front).toMatchObject({ limit: 30, status: "pass" });
    expect(front?.value).toBeGreaterThanOrEqual(149.94);
    expect(metrics).toMatchObject({
      stories: { value: 4, limit: 2.5, status: "fail" },
      height: { value: 42, limit: 35, status: "fail" },
    });
    expect(await decisionsOf(client.projectId)).toContainEqual(
      expect.objectContaining({ kind: "override", key: "wetland", reason }),
    );
    const [district] = (await client.get("yield-scenario")).json.data as { snapshots: { conflicts_count: number }[] }[];
    expect(district?.snapshots[0]?.conflicts_count).toBeGreaterThan(0);
  });

  it("for a use that the district prohibits needs the user's reason, with the entry of the use table cited", async () => {
    const client = await projectOn("wetland");
    const { proposal_id, conflicts } = await client.propose(townhomes);
    expect(conflicts).toEqual([
      expect.objectContaining({
        ...{ code: "use_not_permitted", rule: "use_status", limit: "prohibited", severity: "overridable" },
        statement: "In the R-1 district this use is prohibited: Townhomes (4.1).",
        citations: [expect.objectContaining({ section: "4.1" })],
      }),
    ]);
    const refused = await client.write(`site-plan/proposals/${proposal_id}/approve`);
    expect(refusal(refused)).toEqual([422, "proposal_override_reason_required"]);
  });

  it("for a use that needs a special permit says so before and with the concept", async () => {
    const client = await projectOn("plain");
    const { proposal_id, conflicts, notes } = await client.propose(townhomes);
    expect(conflicts).toEqual([]);
    const note = "In the R-2 district this use is allowed with a special or conditional permit only: Townhomes (4.1).";
    expect(notes).toContain(note);
    expect((await client.write(`site-plan/proposals/${proposal_id}/approve`)).status).toBe(200);
    const [kept] = await app.services.db.query<{ notes: { code: string; text: string }[] }>(sql`-- test
      select plan->'notes' as notes from plan_revision where project_id = ${client.projectId}`);
    expect(kept?.notes).toContainEqual({ code: "conditional_use", text: note });
  });

  it("decided by two clients at once is compiled into one revision", async () => {
    const client = await projectOn("plain");
    const proposal = await client.propose(townhomes);
    const approve = () => client.write(`site-plan/proposals/${proposal.proposal_id}/approve`);
    const answers = await Promise.all([approve(), approve(), approve()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ json }) => json.replayed === false)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.applied_revision_id)).size).toBe(1);
    expect((await client.get("site-plan?include_geometry=false")).json.revision).toBe(1);
  });

  it("approved and rejected at once is decided by one of the two", async () => {
    const client = await projectOn("plain");
    const proposal = await client.propose(townhomes);
    const path = `site-plan/proposals/${proposal.proposal_id}`;
    const [approved, rejected] = await Promise.all([client.write(`${path}/approve`), client.write(`${path}/reject`)]);
    expect([approved.status, rejected.status].toSorted()).toEqual([200, 409]);
    const hasConcept = (await client.get("site-plan")).json.has_concept;
    expect(hasConcept).toBe(approved.status === 200);
  });

  it.each(["corner", "gis_viewer", "multi_parcel"] as const)(
    "with the recommended answers is applied on the small lot %s",
    async (name) => {
      const client = await projectOn(name);
      const { proposal_id } = await client.propose(townhomes);
      const approved = await client.write(`site-plan/proposals/${proposal_id}/approve`, variance);
      expect(approved.status, approved.text).toBe(200);
      expect(approved.json.zone_failures).toEqual([]);
    },
  );

  it("of fewer homes than a row of townhouses has is a conflict with the clause before anything is drawn", async () => {
    const client = await projectOn("plain");
    const { proposal_id, conflicts } = await client.propose({ ...townhomes, "mf.target": { units: 2 } });
    expect(conflicts).toEqual([
      expect.objectContaining({
        ...{ code: "townhouse_row_limits", rule: "townhouse_row_min", limit: 3, proposed: 2, severity: "overridable" },
        citations: [expect.objectContaining({ section: "2.3" })],
      }),
    ]);
    const path = `site-plan/proposals/${proposal_id}/approve`;
    expect(refusal(await client.write(path))).toEqual([422, "proposal_override_reason_required"]);
    const approved = await client.write(path, variance);
    expect(approved.json.metrics).toMatchObject({ units: { value: 2 }, row_homes_min: { value: 2, status: "fail" } });
  });

  it("with one home that stands alone is applied without a reason, and says that other rules may govern it", async () => {
    const client = await projectOn("narrow");
    const { proposal_id } = await client.propose(townhomes);
    const approved = await client.write(`site-plan/proposals/${proposal_id}/approve`);
    expect(approved.status, approved.text).toBe(200);
    expect(approved.json.metrics).not.toHaveProperty("row_homes_min");
    const [kept] = await app.services.db.query<{ notes: { code: string; text: string }[] }>(sql`-- test
      select plan->'notes' as notes from plan_revision where project_id = ${client.projectId}`);
    expect(kept?.notes).toContainEqual({ code: "short_row", text: expect.stringMatching(/^One home stands alone/) });
  });

  it("for more principal buildings than a lot may have is a conflict with the clause, which a reason lifts", async () => {
    const client = await projectOn("flag");
    const proposal = await client.propose({ ...townhomes, "rules.principal_buildings": 2, "th.row_max": 3 });
    const conflicts = proposal.conflicts as readonly Readonly<Record<string, unknown>>[];
    const exceeded = conflicts.find(({ code }) => code === "principal_buildings_exceeded");
    expect(exceeded).toMatchObject({
      ...{ rule: "principal_buildings_max", limit: 1, proposed: 2, severity: "overridable" },
      citations: [expect.objectContaining({ section: "4.3.A" })],
    });
    const path = `site-plan/proposals/${proposal.proposal_id}/approve`;
    expect(refusal(await client.write(path))).toEqual([422, "proposal_override_reason_required"]);
    const approved = await client.write(path, variance);
    expect(approved.status, approved.text).toBe(200);
    expect(approved.json.metrics).toMatchObject({ principal_buildings: { value: 2, limit: 1, status: "fail" } });
    expect(await decisionsOf(client.projectId)).toContainEqual(
      expect.objectContaining({
        ...{ kind: "override", key: "principal_buildings_max", reason: variance.override_reason },
      }),
    );
  });

  it("whose program cannot be drawn fails, and says for each zone why", async () => {
    const client = await projectOn("plain");
    const proposal = await client.propose({ "program.typology": "industrial" });
    const path = `site-plan/proposals/${proposal.proposal_id}/approve`;
    const failed = await client.write(path, variance);
    expect(refusal(failed)).toEqual([409, "proposal_failed"]);
    expect(failed.json.errors).toEqual([expect.objectContaining({ field: "z1" })]);
    expect(refusal(await client.write(path))).toEqual([409, "proposal_decided"]);
    const { json } = await client.get("site-plan/proposals?status_filter=failed");
    expect(json.data).toHaveLength(1);
  });

  it("whose compile breaks down stays open, has used up its state version, and compiles when it is tried again", async () => {
    const client = await projectOn("plain");
    const { proposal_id, planning_session_id, state_version } = await client.propose(townhomes);
    const path = `site-plan/proposals/${proposal_id}/approve`;
    const body = { planning_session_id, state_version };
    isComputeBroken = true;
    const broken = await client.post(path, body);
    isComputeBroken = false;
    expect(refusal(broken)).toEqual([500, "proposal_execution_failed"]);
    expect(broken.text).not.toContain("engine has a fault");
    expect(refusal(await client.post(path, body))).toEqual([409, "planning_session_conflict"]);
    expect((await client.post(path, { planning_session_id })).status).toBe(200);
  });

  it("for one zone needs a zone of the program and a concept", async () => {
    const client = await projectOn("plain");
    await client.propose(townhomes);
    for (const zone_id of ["z9", "z1"]) {
      const refused = await client.write("site-plan/proposals", { zone_id });
      expect(refusal(refused)).toEqual([409, "concept_proposal_rejected"]);
    }
  });
});
