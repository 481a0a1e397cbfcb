import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProviderResult } from "../../../api/providers/provider-result.ts";
import type { OrdinanceDiscovery, OrdinanceListing } from "../../../api/providers/providers.ts";
import { madeUpParcels } from "../../support/parcel-sources.ts";
import { type KnowledgeApp, pollUntil, projectBody, startKnowledgeApp } from "./knowledge-app.ts";

let app: KnowledgeApp;
let found: ProviderResult<readonly OrdinanceListing[]> = { state: "empty", provenance: madeUpParcels };
let asked = 0;
const discovery: OrdinanceDiscovery = {
  discover: async () => {
    asked += 1;
    return found;
  },
  publishes: () => false,
  collect: () => Promise.reject(new Error("nothing is collected here")),
};

beforeAll(async () => {
  app = await startKnowledgeApp({ sources: { library: discovery } });
});
afterAll(() => app.close());

const listing = (change: Partial<OrdinanceListing>): OrdinanceListing => ({
  target: "municipal",
  title: "Zoning Ordinance",
  url: "https://law.example/zoning",
  publisher: "Town Clerk",
  blockedReason: null,
  ...change,
});
const discovered = (...listings: OrdinanceListing[]) => {
  found = { state: "ready", value: listings, provenance: madeUpParcels };
};
const land = (number: number) => {
  const { parcels, ...rest } = projectBody(number) as { parcels: object[] };
  const jurisdiction = { municipality: "Alder Falls", county: "Marlow", state: "CT" };
  return { ...rest, setup_mode: "wizard", parcels: parcels.map((parcel) => ({ ...parcel, jurisdiction })) };
};
const post = (number: number, change: object = {}) =>
  app.call("POST", "/v1/projects", { key: app.organization.ownerKey, body: { ...land(number), ...change } });
const ready = async (number: number, change: object = {}) => {
  const answer = await post(number, change);
  expect(answer.status, answer.text).toBe(202);
  const project = await pollUntil(app, String(answer.json.poll), (json) => json.chat_ready === true);
  return project.readiness as {
    ordinances: Record<string, { status: string; title: string | null; url: string | null }>;
    advisories: { code: string; detail: string }[];
  };
};

describe("the governing ordinance of a new project", () => {
  it("is chosen by a person when discovery finds several, and the choice settles it", async () => {
    discovered(listing({}), listing({ title: "Land Use Code", url: "https://law.example/land-use" }));
    const answer = await post(700);
    expect([answer.status, answer.json.code]).toEqual([422, "confirmation_required"]);
    expect(answer.json.choices).toEqual([
      {
        decision: "ordinance_source",
        prompt: expect.stringContaining("municipal"),
        options: [
          { label: "Zoning Ordinance (Town Clerk)", field: "ordinance_url", value: "https://law.example/zoning" },
          { label: "Land Use Code (Town Clerk)", field: "ordinance_url", value: "https://law.example/land-use" },
          { label: "None of them", field: "skip_ordinance_discovery", value: true },
        ],
      },
    ]);
    const dry = await post(700, { dry_run: true });
    expect(dry.json).toMatchObject({ gaps: [{ code: "ordinance_choice", field: "ordinance_url" }, {}] });
    const { ordinances } = await ready(700, { skip_ordinance_discovery: true });
    expect(ordinances.municipal?.status).toBe("skipped");
  });

  it("is asked about when only other laws are found", async () => {
    discovered(listing({ target: "supplemental", title: "Unified Code", publisher: null }));
    const answer = await post(701);
    expect(answer.json.choices).toMatchObject([
      { decision: "ordinance_source", options: [{ label: "Unified Code", field: "ordinance_url" }, {}] },
    ]);
  });

  it("is not fetched from a publisher that forbids programs, which is said", async () => {
    discovered(listing({ blockedReason: "its terms exclude programs" }));
    const { ordinances, advisories } = await ready(702);
    expect(ordinances.municipal).toMatchObject({ status: "publisher_blocked", title: "Zoning Ordinance" });
    expect(advisories.find(({ code }) => code === "ordinance_publisher_blocked")?.detail).toContain("terms exclude");
    const closed = await ready(703, { ordinance_url: "https://ecode360.com/AL1234" });
    expect(closed.ordinances.municipal?.status).toBe("publisher_blocked");
  });

  it("stops the creation while discovery is down, unless discovery is skipped", async () => {
    found = { state: "failed", detail: "The library did not answer.", retryAfterSeconds: 30, provenance: null };
    const answer = await post(705);
    expect([answer.status, answer.json.code, answer.json.retry_after_seconds]).toEqual([
      502,
      "upstream_unavailable",
      30,
    ]);
    const before = asked;
    await ready(705, { skip_ordinance_discovery: true });
    expect(asked).toBe(before);
  });
});
