import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { PlanningClient } from "../../support/site-plan/walked-project.ts";
import { createReadyProject, pollUntil, projectBody, uploadFile } from "../knowledge/knowledge-app.ts";

const ordinance = `# 3 Districts

| Symbol | District |
|---|---|
| R-2 | Village Residential |
| R-4 | Apartment Residential |

# 5 Dimensional requirements

| District | Minimum lot area (square feet) | Minimum front yard (feet) | Minimum side yard (feet) | Minimum rear yard (feet) | Maximum height (feet) | Maximum lot coverage (percent) |
|---|---|---|---|---|---|---|
| R-2 | 8,000 | 20 | 10 | 25 | 35 | 30 |
| R-4 | 20,000 | 30 | 15 | 30 | 50 | None |

On corner lots, front yards shall be required on both streets.

# 9 Off-street parking

| Use | Spaces |
|---|---|
| Multifamily dwellings | 1.5 spaces per dwelling unit |
| Hotels | 1 space per guest room |

Each parking space shall be at least nine (9) feet wide and eighteen (18) feet long.

# 10 Uses

“P” means that the use is permitted by right. “S” means that the use is allowed by special permit. “–” means that the use is prohibited.

| Use | R-2 | R-4 |
|---|---|---|
| Single-family dwelling | P | P |
| Townhouse dwelling | S | P |
| Hotel | – | S |
| Conversion of a dwelling to an office | S | S |
`;

interface View {
  readonly districts: readonly {
    readonly zoning_code: string;
    readonly resolution: string;
    readonly fields: Readonly<Record<string, Record<string, unknown>>>;
  }[];
  readonly governing_district: unknown;
  readonly user_provided_fields: Readonly<Record<string, unknown>>;
  readonly citations: readonly Readonly<Record<string, unknown>>[];
  readonly stormwater_context: unknown;
}

let app: ComposedService;
let projectId: string;

async function planOf(id: string): Promise<PlanningClient> {
  const file = { filename: "zoning.md", mimeType: "text/markdown", bytes: ordinance, category: "ordinance" };
  const uploaded = await uploadFile(app, id, file);
  expect(uploaded, JSON.stringify(uploaded)).toMatchObject({ status: "ready" });
  return new PlanningClient(app, app.organization.ownerKey, id);
}

async function criteria(query = "", id = projectId): Promise<View> {
  const answer = await app.call("GET", `/v1/projects/${id}/design-criteria${query}`, {
    key: app.organization.ownerKey,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as unknown as View;
}

const fieldOf = (view: View, field: string, at = 0) => view.districts[at]?.fields[field];

beforeAll(async () => {
  app = await openComposedService();
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

describe("design criteria", { timeout: 120_000 }, () => {
  it("locate nothing before an ordinance is indexed, and claim nothing about the law", async () => {
    const view = await criteria();
    expect(view.districts.map(({ zoning_code: code, resolution }) => [code, resolution])).toEqual([
      ["R-2", "not_located"],
    ]);
    expect(fieldOf(view, "height_max")).toMatchObject({ marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" });
  });

  it("are read while the ordinance is ingested, before anybody asks", async () => {
    await planOf(projectId);
    const [stored] = await app.services.db.query<{ codes: string[]; rules: number }>(sql`-- test
      select jsonb_path_query_array(districts, '$[*].code') as codes, jsonb_array_length(rules) as rules
      from document_rule_set`);
    expect(stored?.codes.toSorted()).toEqual(["R-2", "R-4"]);
    expect(stored?.rules).toBeGreaterThan(14);
  });

  it("state the standards of the project's district, each with the row that states it", async () => {
    const view = await criteria();
    expect(view.districts[0]).toMatchObject({ zoning_code: "R-2", resolution: "read" });
    expect(fieldOf(view, "lot_area_min")).toMatchObject({ value: 8000, unit: "sq ft" });
    expect(fieldOf(view, "setback_front")).toMatchObject({
      ...{ value: 20, unit: "ft" },
      provenance: { kind: "ordinance", citations: [{ quote: expect.stringContaining("R-2 | 8,000 | 20") }] },
    });
    expect(fieldOf(view, "setback_side_street")).toMatchObject({
      ...{ value: 20, unit: "ft", basis: expect.stringContaining("On corner lots") },
      provenance: { citations: [expect.anything(), { quote: expect.stringContaining("both streets") }] },
    });
    expect(fieldOf(view, "parking_ratio")).toMatchObject({
      multifamily: { value: 1.5, unit: "stalls per dwelling unit" },
      hotel: { value: 1, unit: "stalls per room" },
    });
    expect(fieldOf(view, "stall_w")).toMatchObject({
      ...{ value: 9, unit: "ft" },
      provenance: { kind: "ordinance", citations: [{ quote: expect.stringContaining("eighteen (18) feet long") }] },
    });
    expect(fieldOf(view, "aisle")).toMatchObject({ marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" });
    expect(Object.keys(view.districts[0]?.fields ?? {})).not.toContain("building_spacing");
    expect(view.citations.length).toBeGreaterThan(2);
    expect(view.citations.every(({ quote }) => typeof quote === "string" && quote !== "")).toBe(true);
    expect(view.governing_district).toEqual({ zoning_code: "R-2", basis: "current", current_zoning_code: "R-2" });
    expect(view.stormwater_context).toMatchObject({ known: {} });
  });

  it("state for each building type that an entry of the uses is about whether it is allowed, with that entry", async () => {
    const view = await criteria("?districts=all");
    expect(fieldOf(view, "use_status")).toMatchObject({
      single_family: { value: "permitted", basis: expect.stringContaining("permitted by right") },
      townhome: {
        value: "special or conditional permit",
        provenance: {
          kind: "ordinance",
          citations: [{ quote: expect.stringContaining("Townhouse dwelling | S | P") }],
        },
      },
      hotel: { value: "prohibited" },
    });
    expect(Object.keys(fieldOf(view, "use_status") ?? {})).not.toContain("office");
    expect(fieldOf(view, "use_status", 1)).toMatchObject({ townhome: { value: "permitted" } });
  });

  it("tell what the ordinance says is not limited from what was not located", async () => {
    const view = await criteria("?districts=R-4");
    expect(fieldOf(view, "coverage_max")).toEqual({
      ...{ value: "NOT_PROVIDED_IN_ORDINANCE", marker: "NOT_PROVIDED_IN_ORDINANCE" },
      text: "Not provided in ordinance",
    });
    expect(fieldOf(view, "far_max")).toEqual({
      ...{ value: "NOT_LOCATED_IN_INDEXED_ORDINANCE", marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" },
      text: "Not located in the indexed ordinance",
    });
  });

  it("know a district by any spelling of its code, all of them, and none that the ordinance does not have", async () => {
    expect(fieldOf(await criteria("?districts=r%202"), "height_max")).toMatchObject({ value: 35 });
    const all = await criteria("?districts=all");
    expect(all.districts.map(({ zoning_code: code }) => code).toSorted()).toEqual(["R-2", "R-4"]);
    const unknown = await criteria("?districts=M-7");
    expect(unknown.districts).toMatchObject([{ zoning_code: "M-7", resolution: "not_located" }]);
    expect(fieldOf(unknown, "setback_front")).toMatchObject({ marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" });
  });

  it("keep the value that a user settles over the one that was read, with both", async () => {
    // Setbacks are asked for while none is located.
    const id = await createReadyProject(app, 3);
    const client = new PlanningClient(app, app.organization.ownerKey, id);
    expect((await client.answer({ "program.typology": "townhome" })).status).toBe(200);
    const settled = await client.answer({
      "rules.setbacks": { front: 28, interior_side: 10, exterior_side: 20, rear: 25 },
    });
    expect(settled.status, settled.text).toBe(200);
    expect(fieldOf(await criteria("", id), "setback_front")).toMatchObject({
      ...{ value: 28, provenance: { kind: "user", extracted: null } },
    });
    await planOf(id);
    const view = await criteria("", id);
    expect(fieldOf(view, "setback_front")).toMatchObject({
      ...{ value: 28, unit: "ft" },
      provenance: { kind: "user", confirmed_by: expect.any(String), extracted: { value: 20 } },
    });
    expect(fieldOf(view, "setback_rear")).toMatchObject({ value: 25, provenance: { kind: "ordinance" } });
    expect(view.user_provided_fields).toMatchObject({ setback_front: { value: 28, question_id: "rules.setbacks" } });
    expect(fieldOf(await criteria("?districts=R-4", id), "setback_front")).toMatchObject({ value: 30 });
  });

  it("govern by the rezone target once the user has chosen it, and read its standards", async () => {
    const key = app.organization.ownerKey;
    const body = projectBody(2, { goal_text: "Build townhomes. Rezone from R-2 to R-4." });
    const created = await app.call("POST", "/v1/projects", { key, body });
    expect(created.status, created.text).toBe(202);
    const id = String(created.json.project_id);
    await pollUntil(app, `/v1/projects/${id}`, ({ status }) => status !== "bootstrapping");
    const client = await planOf(id);
    await client.answer({ "program.typology": "townhome" });
    const chosen = await client.answer({ "site.governing_basis": { basis: "rezone_target", code: "R-4" } });
    expect(chosen.status, chosen.text).toBe(200);
    const view = await criteria("", id);
    expect(view.governing_district).toEqual({
      ...{ zoning_code: "R-4", basis: "rezone_target", current_zoning_code: "R-2" },
    });
    expect(view.districts.map(({ zoning_code: code }) => code)).toEqual(["R-2", "R-4"]);
    expect(fieldOf(view, "height_max", 1)).toMatchObject({ value: 50 });
  });

  it("are not found by another organization", async () => {
    const answer = await app.call("GET", `/v1/projects/${projectId}/design-criteria`, {
      key: app.stranger.ownerKey,
    });
    expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
  });
});
