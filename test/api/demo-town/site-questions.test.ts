import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { addressOf } from "../../../api/demo-town/land/parcels.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import type { SiteDigest } from "../../../api/land/site-digest/site-digest.model.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { pollUntil } from "../knowledge/knowledge-app.ts";

let town: DemoTown;
let app: ComposedService;
const { scenarios } = townCadastre();
const names = ["plain", "wetland", "floodway", "steep", "flood_not_published", "no_contours"] as const;
const projects = new Map<ScenarioName, string>();
const key = () => app.organization.ownerKey;

beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
  for (const name of names) {
    const body = {
      ...{ goal_text: "Build a house", skip_supplemental_discovery: true },
      site: { address: `${addressOf(scenarios[name])}, Alder Falls, CT` },
    };
    const created = await app.call("POST", "/v1/projects", { key: key(), body });
    expect(created.status, created.text).toBe(202);
    projects.set(name, String(created.json.project_id));
  }
  for (const id of projects.values()) {
    await pollUntil(app, `/v1/projects/${id}`, ({ status }) => status !== "bootstrapping");
  }
}, 240_000);
afterAll(async () => {
  await app.close();
  await town.close();
});

async function ask(name: ScenarioName, question: string) {
  const path = `/v1/projects/${projects.get(name)}/messages`;
  const { json, text } = await app.call("POST", path, { key: key(), body: { question } });
  const citations = (json.citations ?? []) as Record<string, unknown>[];
  expect(json.answer_status, text).toBeDefined();
  return {
    answer: String(json.answer),
    status: json.answer_status,
    kinds: citations.map(({ kind }) => kind),
    citations,
  };
}

async function digest(name: ScenarioName): Promise<SiteDigest> {
  const answer = await app.call("GET", `/v1/projects/${projects.get(name)}/site-knowledge`, { key: key() });
  return answer.json as unknown as SiteDigest;
}

const percent = (share: number | undefined) => `${Number(((share ?? 0) * 100).toFixed(1))} percent of the site`;

describe("questions about the site of a project, answered by the local reader", () => {
  it.each([
    ["Does this site have wetlands?"],
    ["What kind of wetlands are on the parcel?"],
    ["Is any part of my land a marsh?"],
  ])("states the share of the site that is wetland: %s", async (question) => {
    const { wetlands } = await digest("wetland");
    const turn = await ask("wetland", question);
    expect(turn).toMatchObject({ status: "answered", kinds: ["fact"] });
    expect(turn.answer).toContain(percent(wetlands?.total?.share_of_site));
    expect(turn.citations[0]).toMatchObject({ source_document: wetlands?.source, retrieved_at: expect.any(String) });
  });

  it("states that none is mapped only where the inventory was asked", async () => {
    const turn = await ask("plain", "Are there any wetlands here?");
    expect(turn).toMatchObject({ status: "answered", kinds: ["fact"] });
    expect(turn.answer).toContain("maps no wetland on the site");
  });

  it.each([
    ["How much of the site is in the floodway?"],
    ["What part of the lot lies within the regulatory floodway?"],
  ])("answers with the floodway and not with all of flood hazard: %s", async (question) => {
    const { flood } = await digest("floodway");
    const turn = await ask("floodway", question);
    expect(turn).toMatchObject({ status: "answered", kinds: ["fact"] });
    expect(turn.answer).toContain(percent(flood?.floodway?.share_of_site));
    expect(turn.answer).not.toContain(percent(flood?.special_flood_hazard_area?.share_of_site));
  });

  it.each([
    ["What is the base flood elevation?", /base flood elevation on the site is from \d/],
    ["Which FIRM panel covers the property?", /FIRM panel "\w+", effective \d{4}-\d\d-\d\d/],
    ["Is any of this parcel in the 100-year floodplain?", /Special flood hazard areas, .* percent of the site/],
  ])("answers from the flood map: %s", async (question, expected) => {
    const turn = await ask("floodway", question);
    expect(turn.status).toBe("answered");
    expect(turn.answer).toMatch(expected);
    expect(new Set(turn.kinds)).toEqual(new Set(["fact"]));
  });

  it.each([
    ["Is the property in a flood zone?"],
    ["How much of the site is in the floodway?"],
    ["Does my land flood?"],
  ])(
    "says that flood hazard is not known where no map is published, and never that there is none: %s",
    async (question) => {
      const turn = await ask("flood_not_published", question);
      expect(turn).toMatchObject({ status: "partial", kinds: ["fact"] });
      expect(turn.answer).toContain("not known: the source publishes nothing for this place");
      expect(turn.answer).not.toMatch(/\bno\b.*\bmapped\b/i);
    },
  );

  it.each([
    ["Is any part steeper than 25%?", /No measured part of the site has a slope of 25 percent or more/],
    ["How much of the land has slopes over 15 percent?", /percent of the site\) have a slope of 15 percent or more/],
  ])("answers with the share of the site at the limit that is asked for: %s", async (question, expected) => {
    const turn = await ask("steep", question);
    expect(turn).toMatchObject({ status: "answered", kinds: ["fact"] });
    expect(turn.answer).toMatch(expected);
  });

  it("answers both parts of a question on two matters", async () => {
    const turn = await ask("steep", "Does this site have wetlands, and is any part steeper than 15%?");
    expect(turn).toMatchObject({ status: "answered", kinds: ["fact", "fact"] });
    expect(turn.answer).toContain("maps no wetland");
    expect(turn.answer).toContain("a slope of 15 percent or more");
  });

  it("states the limits below and above one that was not measured, as a partial answer", async () => {
    const turn = await ask("steep", "Is any part steeper than 20%?");
    expect(turn.status).toBe("partial");
    expect(turn.answer).toContain("15 percent or more");
    expect(turn.answer).toContain("25 percent or more");
  });

  it("says that slopes are not known where the elevation service has no data", async () => {
    const turn = await ask("no_contours", "Is any part steeper than 25%?");
    expect(turn.status).toBe("partial");
    expect(turn.answer).toContain("The slope and elevation of the site are not known");
  });

  it.each([
    ["Is public water available at the site?", "nearest mapped water main is"],
    ["Is there sewer nearby?", "nearest mapped sewer main is"],
    ["Which utilities serve the property?", "nearest mapped power line is"],
  ])("answers from the utilities around the site: %s", async (question, expected) => {
    const turn = await ask("plain", question);
    expect(turn.status).toBe("answered");
    expect(turn.answer).toContain(expected);
    expect(new Set(turn.kinds)).toEqual(new Set(["fact"]));
  });

  it.each([
    ["floodway", "May I put a building in the floodway on this site?", "prohibited in the regulatory floodway"],
    ["floodway", "Can I fill in the floodway?", "prohibited in the regulatory floodway"],
    ["wetland", "May I put a shed in the wetland buffer?", "sheds of no more than one hundred twenty"],
    ["wetland", "Can I build within the wetland buffer on this site?", "prohibited in a vegetated buffer"],
    ["floodway", "Can a restaurant be built in the floodplain on my lot?", "Special flood hazard areas"],
  ] as const)(
    "quotes the law beside the fact, and takes no list of uses for a verdict: %s %s",
    async (name, question, expected) => {
      const turn = await ask(name, question);
      expect(turn.status).toBe("partial");
      expect(new Set(turn.kinds)).toEqual(new Set(["fact", "passage"]));
      expect(turn.answer).toContain(expected);
      expect(turn.answer).not.toMatch(/\bYes\b|A use that is not listed/);
    },
  );

  it("takes no list of uses for a verdict on the steep part of a site, and states how steep it is", async () => {
    const turn = await ask("steep", "Can I build on the steep part?");
    expect([turn.status, turn.kinds]).toEqual(["partial", expect.arrayContaining(["fact"])]);
    expect(turn.answer).toContain("The slope of the site is");
    expect(turn.answer).not.toMatch(/\bYes\b|A use that is not listed/);
  });

  it.each([
    ["plain", "Can I put a shed in the back yard?", "accessory structure shall not be placed in a front yard"],
    ["plain", "How much of the lot can be covered in square feet?", "maximum lot coverage is 35 percent"],
    ["wetland", "Can I build a house here with a septic system?", "The closest provision located"],
    ["plain", "How many square feet of my lot may buildings cover?", "maximum lot coverage is 35 percent"],
    ["floodway", "Is a gas station allowed here?", "Aquifer: Prohibited Uses"],
    [
      "plain",
      "Is a warehouse allowed in the LI district?",
      "A building of more than 100,000 square feet needs a special permit",
    ],
    ["plain", "Do I need a permit to cut down trees on my lot?", "trees"],
  ] as const)(
    "reads the law for what is asked of the site, and no unrelated use: %s, %s",
    async (name, question, expected) => {
      const { answer } = await ask(name, question);
      expect(answer).toContain(expected);
      expect(answer).not.toMatch(/^Yes, by right|not listed|Mixed-use building|Outdoor storage|Recycling|gas main/);
    },
  );

  it("leaves a question about the law to the law", async () => {
    const turn = await ask("plain", "What is the minimum lot area in R-2?");
    expect(turn.answer).toMatch(/8,000/);
    expect(new Set(turn.kinds)).toEqual(new Set(["passage"]));
  });
});
