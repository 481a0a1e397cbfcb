import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService({ DEMO_TOWN: "off" });
});
afterAll(() => app.close());

const resolve = (body: unknown) => app.call("POST", "/v1/parcels/resolve", { key: app.organization.ownerKey, body });

describe("POST /v1/parcels/resolve", () => {
  it.each<[string, unknown, string[]]>([
    ["no selector", {}, ["address"]],
    ["two selectors", { address: "12 Mill St", ll_uuid: "a" }, ["ll_uuid"]],
    [
      "three selectors",
      { address: "12 Mill St", apn: "1", state: "CT", latitude: 1, longitude: 1 },
      ["apn", "latitude"],
    ],
    ["a number without its state", { apn: "014-027" }, ["state"]],
    ["a number of punctuation", { apn: "--", state: "CT" }, ["apn"]],
    ["a state without a number", { state: "CT" }, ["apn"]],
    ["a county without a number", { county: "Alder" }, ["apn"]],
    ["a state that does not exist", { apn: "014-027", state: "Nutmeg" }, ["state"]],
    ["half a point", { latitude: 41.5 }, ["longitude"]],
    ["the other half", { longitude: -72.5 }, ["latitude"]],
    ["a latitude off the globe", { latitude: 91, longitude: 0 }, ["latitude"]],
    ["a blank address", { address: "   " }, ["address"]],
    ["too many candidates", { address: "12 Mill St", limit: 21 }, ["limit"]],
    ["an address too long for a URL", { address: "é".repeat(300) }, ["address"]],
    ["an unknown member", { adress: "12 Mill St" }, ["adress"]],
  ])("refuses %s and names the field", async (_, body, fields) => {
    const answer = await resolve(body);
    expect([answer.status, answer.json.code], answer.text).toEqual([422, "validation_failed"]);
    expect((answer.json.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it("answers 502 with the setting to set, and no empty list, while no parcel service is configured", async () => {
    const answer = await resolve({ address: "12 Mill Street" });
    expect([answer.status, answer.json.code]).toEqual([502, "upstream_unavailable"]);
    expect(answer.json.detail).toBe(
      "Parcels could not be looked up: No parcel service is configured. Set PARCEL_API_URL.",
    );
    expect(answer.json.retry_after_seconds).toBe(3_600);
    expect(answer.json.recovery).toEqual({
      action: "Ask the operator of this service to configure the provider that detail names.",
    });
  });
});
