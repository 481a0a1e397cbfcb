import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

const check = (body: unknown, on = app) => on.call("POST", "/v1/plan-check", { key: on.organization.ownerKey, body });

interface Verdict {
  readonly verdict: "answered" | "ask";
  readonly value?: unknown;
  readonly provenance?: string;
  readonly evidence?: string;
  readonly question?: string;
}
const verdictsOf = (json: Record<string, unknown>) => json.verdicts as Record<string, Verdict>;

describe("a plan check", () => {
  it("settles what the goal states, with the words that state it, and asks for the rest", async () => {
    const goal_text =
      "Demolish the old warehouse and build a 5-story apartment building with 120 units and structured parking, in two phases. Rezone from I-1 to R-4.";
    const answer = await check({ goal_text });
    expect(answer.status, answer.text).toBe(200);
    const verdicts = verdictsOf(answer.json);
    const settled = Object.fromEntries(
      Object.entries(verdicts).flatMap(([key, { verdict, value }]) => (verdict === "answered" ? [[key, value]] : [])),
    );
    expect(settled).toEqual({
      primary_typology: "multifamily_midrise",
      has_existing_structure: true,
      unit_count: 120,
      stories: 5,
      parking_approach: "structured",
      rezone_intent: true,
      target_zoning_code: "R-4",
      phasing: "multiple_phases",
    });
    for (const { verdict, evidence, question, provenance } of Object.values(verdicts)) {
      if (verdict === "ask") expect(question).toMatch(/\?$|none\?$/);
      else {
        expect(goal_text).toContain(evidence);
        expect(provenance).toBe("derived");
      }
    }
    expect(answer.json.typology).toMatchObject({ value: "multifamily_midrise", provenance: "derived" });
  });

  it.each([
    ["Build 20 to 30 units", "unit_count"],
    ["A 40-unit building or a 60-unit building", "unit_count"],
    ["On my 20,000 square foot lot", "gross_floor_area_sqft"],
    ["Next to a warehouse", "primary_typology"],
    ["Setbacks of 30 feet", "building_height_ft"],
  ])("leaves open what %j does not settle: %s", async (goal_text, key) => {
    expect(verdictsOf((await check({ goal_text })).json)[key]).toMatchObject({ verdict: "ask" });
  });

  it("takes what the user confirmed over what the goal says", async () => {
    const answer = await check({
      goal_text: "A hotel on a vacant lot",
      primary_typology: "office",
      has_existing_structure: true,
    });
    expect(verdictsOf(answer.json)).toMatchObject({
      primary_typology: { verdict: "answered", value: "office", provenance: "user_confirmed" },
      has_existing_structure: { verdict: "answered", value: true, provenance: "user_confirmed" },
    });
    expect(answer.json.typology).toBeUndefined();
  });

  it.each([
    [{}, "goal_text"],
    [{ goal_text: "  " }, "goal_text"],
    [{ goal_text: "x".repeat(4_001) }, "goal_text"],
    [{ goal_text: "a hotel", primary_typology: "castle" }, "primary_typology"],
    [{ goal_text: "a hotel", color: "red" }, "color"],
  ])("refuses %j and names the field", async (body, field) => {
    const answer = await check(body);
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ field }));
  });
});

describe("a plan check with a language model", () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  it("answers verdicts null while the model cannot be reached", async () => {
    const settings = { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", CHAT_MODELS: "remote-1" };
    const service = await openComposedService(settings);
    opened.push(service);
    const answer = await check({ goal_text: "A hotel" }, service);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({ verdicts: null });
  });
});
