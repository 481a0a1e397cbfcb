import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { PlanningClient } from "../../support/site-plan/walked-project.ts";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

type Position = readonly [number, number];
/** Degrees of longitude and latitude for a foot, near the corner of the land of these tests. */
const degree = { east: 3.67e-6, north: 2.744e-6 };
const at = ([x, y]: Position): Position => [-72.36 + x * degree.east, 41.74 + y * degree.north];
const polygon = (...rings: (readonly Position[])[]) => ({
  type: "Polygon",
  coordinates: rings.map((ring) => [...ring, ring[0] ?? [0, 0]].map(at)),
});
const rectangle = (x: number, y: number, width: number, depth: number): Position[] => [
  [x, y],
  [x + width, y],
  [x + width, y + depth],
  [x, y + depth],
];

/** Creates a project on land that is given as it is; returns its answer, or the project once it is set up. */
async function create(geometries: readonly object[]) {
  const key = app.organization.ownerKey;
  const parcels = geometries.map((geometry) => ({
    geometry,
    zoning_code: "R-2",
    jurisdiction: { municipality: "Alder Falls", county: "Marlow", state: "CT" },
  }));
  const body = { goal_text: "Build townhomes", setup_mode: "provided", allow_duplicate: true, parcels };
  const created = await app.call("POST", "/v1/projects", { key, body });
  if (created.status !== 202) return { created, client: undefined };
  const path = `/v1/projects/${created.json.project_id}`;
  await expect
    .poll(async () => (await app.call("GET", path, { key })).json.status, { timeout: 60_000 })
    .not.toBe("bootstrapping");
  return { created, client: new PlanningClient(app, key, String(created.json.project_id)) };
}

/** Land of the issue list that has to be answered, each with what may become of it. */
const lands: Readonly<Record<string, readonly object[]>> = {
  "that crosses itself": [
    polygon([
      [0, 0],
      [400, 400],
      [400, 0],
      [0, 400],
    ]),
  ],
  "as narrow as a sliver": [polygon(rectangle(0, 0, 600, 0.05))],
  "without any area": [
    polygon([
      [0, 0],
      [200, 0],
      [400, 0],
    ]),
  ],
  "whose hole touches its edge": [polygon(rectangle(0, 0, 400, 300), rectangle(0, 100, 80, 80))],
  "in two parts far apart": [polygon(rectangle(0, 0, 300, 200)), polygon(rectangle(9000, 0, 300, 200))],
};

describe("a site plan of land", { timeout: 120_000 }, () => {
  it.each(Object.entries(lands))("%s ends in a concept or in a refusal of the contract", async (_, geometries) => {
    const { created, client } = await create(geometries);
    if (!client) {
      expect([created.status, typeof created.json.code]).toEqual([422, "string"]);
      return;
    }
    const step = await client.walk({ "program.typology": "townhome" });
    expect(step.complete).toBe(true);
    const approved = await client.write("site-plan/program/approve");
    if (approved.status !== 200) {
      expect([approved.status, approved.json.code]).toEqual([409, "program_incomplete"]);
      expect(approved.json.gaps).not.toEqual([]);
      return;
    }
    const { json: proposal } = await client.write("site-plan/proposals");
    const path = `site-plan/proposals/${proposal.proposal_id}/approve`;
    const decided = await client.write(path, { override_reason: "Decided by the owner for this test." });
    const isApplied = decided.status === 200 && decided.json.status === "applied";
    if (!isApplied) {
      expect([decided.status, decided.json.code]).toEqual([409, "proposal_failed"]);
      expect(decided.json.errors).toEqual([expect.objectContaining({ field: "z1", message: expect.any(String) })]);
    }
    expect((await client.get("site-plan")).json.has_concept).toBe(isApplied);
  });

  it("refuses a zone outside of the site, one that crosses itself and answers out of range, and records none", async () => {
    const { created, client } = await create([polygon(rectangle(0, 0, 500, 500))]);
    if (!client) throw new Error(created.text);
    const zones = [
      { zone_id: "z1", name: "Front", typology: "townhome" },
      { zone_id: "z2", name: "Rear", typology: "townhome" },
    ];
    await client.answer({ "program.typology": "townhome" });
    const asked = await client.answer({ "site.zones": zones });
    expect(asked.status, asked.text).toBe(200);
    const before = await client.step();
    const bowTie = polygon([
      [0, 0],
      [400, 400],
      [400, 0],
      [0, 400],
    ]);
    for (const boundary of [polygon(rectangle(9000, 9000, 100, 100)), bowTie, { type: "Point", coordinates: [0, 0] }]) {
      const refused = await client.answer({ "site.zone_boundary@z1": boundary });
      expect([refused.status, refused.json.code]).toEqual([400, "invalid_interview_answer"]);
    }
    for (const [answers, message] of [
      [{ "th.row_max@z1": 1e9 }, "must be at most 10, not 1000000000"],
      [{ "site.slope_limit": -5 }, "must be at least 5, not -5"],
      [{ "th.row_max@z9": 4 }, "no question of this interview has this id now"],
      [{ "site.access_points": 9 }, "must be at most 3, not 9"],
      [{ "site.access_points": "many" }, "must be one of: auto; a whole number from 1 to 3"],
      [{ "mf.target@z1": { units: 0 } }, "must be at least 1, not 0"],
      [{ "mf.target@z1": {} }, "must be one of: an object with the member max; an object with the member units"],
    ] as const) {
      const refused = await client.answer(answers);
      expect([refused.status, refused.json.code]).toEqual([400, "invalid_interview_answer"]);
      expect(refused.json.errors).toEqual([expect.objectContaining({ message })]);
    }
    expect(await client.step()).toEqual(before);
  });
});
