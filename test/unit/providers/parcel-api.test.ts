import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeParcelApi, parcelApiDescription } from "../../../api/providers/parcels/parcel-api.ts";
import type { ParcelRecord, ParcelSource } from "../../../api/providers/providers.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let site: CountingSite;
let answer: (request: IncomingMessage, url: URL) => { readonly status?: number; readonly body: unknown };
let parcels: ParcelSource;
let made = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  site = await startCountingSite((request, response) => {
    const { status = 200, body } = answer(request, new URL(request.url ?? "/", site.origin));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
beforeEach(() => {
  site.requests.length = 0;
  parcels = freshSource();
});

/** A source whose circuit is closed and that keeps nothing of what another test was answered. */
function freshSource(): ParcelSource {
  made += 1;
  const { tokenPlace } = parcelApiDescription;
  return makeParcelApi(
    clientOf(db, `${site.origin}/api/v2`, {
      ...(tokenPlace ? { tokenPlace } : {}),
      provider: `api${made}`,
      token: "t0ken",
    }),
  );
}
afterAll(async () => {
  await site.close();
  await db.close();
});

const square = [
  [-83.0734, 42.3651],
  [-83.073, 42.3651],
  [-83.073, 42.3654],
  [-83.0734, 42.3654],
  [-83.0734, 42.3651],
];
const fields = {
  ogc_fid: 364491,
  geoid: "26163",
  parcelnumb: "02001069-71",
  parcelnumb_no_formatting: "0200106971",
  address: "100 EXAMPLE ST",
  scity: "DETROIT",
  city: "detroit",
  county: "st. clair",
  state2: "MI",
  szip: "48202-1234",
  szip5: "48202",
  zoning: "SD2",
  zoning_description: "Special Development District",
  usedesc: "Residential",
  ll_updated_at: "2024-02-06 13:03:55 -0500",
};
const feature = (
  changes: object = {},
  own: object = {},
  geometry: unknown = { type: "Polygon", coordinates: [square] },
) => ({
  type: "Feature",
  id: 364491,
  geometry,
  properties: {
    headline: "100 Example St",
    path: "/us/mi/st-clair/port-huron/364491",
    ll_uuid: "00000000-1111-4222-8333-444444444444",
    score: 92.0,
    context: { headline: "Port Huron, MI", name: "Port Huron, MI", path: "/us/mi/st-clair/port-huron", active: true },
    ...own,
    fields: { ...fields, ...changes },
  },
});
const listed = (...features: unknown[]) => ({ body: { parcels: { type: "FeatureCollection", features } } });
const one = async (changes: object = {}, own: object = {}): Promise<ParcelRecord> => {
  answer = () => listed(feature(changes, own));
  const result = await parcels.byAddress("100 Example St", 5);
  const [record] = result.state === "ready" ? result.value : [];
  if (!record) throw new Error(result.state);
  return record;
};

describe("the parcel API", () => {
  it("returns parcels in the terms of the service, with the edition of the data", async () => {
    answer = () => listed(feature());
    const result = await parcels.byAddress("100 Example St", 5);
    expect(result).toMatchObject({
      state: "ready",
      value: [
        {
          llUuid: "00000000-1111-4222-8333-444444444444",
          apn: "02001069-71",
          address: "100 EXAMPLE ST, DETROIT, MI 48202",
          jurisdiction: { municipality: "Port Huron", county: "St. Clair", state: "Michigan" },
          zoningCode: "SD2",
          zoningDescription: "Special Development District",
          use: "Residential",
          sourceScore: 0.92,
        },
      ],
      provenance: { vintage: "refreshed 2024-02-06" },
    });
    expect(JSON.stringify(result)).not.toContain("t0ken");
  });

  it("asks for what the selector means, and for no more records than are wanted", async () => {
    answer = () => listed();
    await parcels.byAddress("100 Example St, Detroit", 7);
    await parcels.byPoint({ latitude: 42.3, longitude: -83.1, radiusMeters: 30 }, 5);
    await parcels.byApn({ apn: "02-1", state: "Michigan", county: "St. Clair County" }, 5);
    const asked = site.requests.map((line) => new URL(line.slice(4), site.origin));
    expect(asked.map(({ pathname }) => pathname)).toEqual([
      "/api/v2/parcels/address",
      "/api/v2/parcels/point",
      "/api/v2/parcels/apn",
      "/api/v2/parcels/apn",
    ]);
    const parameters = asked.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(parameters[0]).toMatchObject({ query: "100 Example St, Detroit", limit: "7", token: "t0ken" });
    expect(parameters[1]).toMatchObject({ lat: "42.3", lon: "-83.1", radius: "30" });
    expect(parameters[2]).toMatchObject({ parcelnumb: "02-1", path: "/us/mi/st-clair" });
    expect(parameters[3]).toMatchObject({ parcelnumb: "02-1", path: "/us/mi" });
  });

  it.each(["-5555", -9999, "", null])("takes the zoning %j for unknown", async (zoning) => {
    expect((await one({ zoning, zoning_description: zoning })).zoningCode).toBeNull();
  });

  it.each([
    [{ sunit: "4" }, "100 EXAMPLE ST Unit 4, DETROIT, MI 48202"],
    [{ sunit: "4", address: "100 EXAMPLE ST APT 4" }, "100 EXAMPLE ST APT 4, DETROIT, MI 48202"],
    [{ scity: undefined, szip5: undefined }, "100 EXAMPLE ST, MI 48202-1234"],
    [{ address: undefined }, null],
  ])("writes the address with its unit and place: %j", async (changes, address) => {
    expect((await one(changes)).address).toBe(address);
  });

  it.each([
    ["/us/mi/st-clair/364491", null],
    ["/us/mi/st-clair/fort-gratiot/364491", "Fort Gratiot"],
  ])("names the municipality of the path %j, not that of the postal address", async (path, municipality) => {
    expect((await one({}, { path })).jurisdiction.municipality).toBe(municipality);
  });

  it("says empty when nothing matches and when an id is unknown, and nothing else is empty", async () => {
    answer = () => listed();
    expect((await parcels.byAddress("1 Nowhere", 5)).state).toBe("empty");
    answer = () => ({ status: 404, body: { message: "Not found" } });
    expect((await parcels.byId("unknown")).state).toBe("empty");
    for (const body of [{}, [], { parcels: {} }, { status: "error", message: "Unknown path" }, null]) {
      answer = () => ({ body });
      expect((await parcels.byAddress(`odd ${JSON.stringify(body)}`, 5)).state).toBe("failed");
    }
    answer = () => ({ status: 404, body: {} });
    expect((await freshSource().byAddress("moved", 5)).state).toBe("failed");
    answer = () => ({ status: 401, body: { error: "Invalid token" } });
    expect((await freshSource().byAddress("token", 5)).state).toBe("blocked");
  });

  it("fails when no parcel of the answer has a boundary, and leaves out single ones", async () => {
    answer = () => listed(feature({}, {}, null));
    expect((await parcels.byAddress("without", 5)).state).toBe("failed");
    answer = () => listed(feature({}, {}, null), feature());
    expect(await parcels.byAddress("some", 5)).toMatchObject({ state: "ready", value: { length: 1 } });
  });
});
