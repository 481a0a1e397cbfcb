import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layersFor } from "../../../api/providers/county-gis-index.ts";
import { makeCountyParcels } from "../../../api/providers/parcels/county-parcels.ts";
import type { Geocoder } from "../../../api/providers/providers.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer } from "../../support/arcgis-server.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { madeUpParcels, noGeocoder } from "../../support/parcel-sources.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let server: ArcgisServer;
let made = 0;

const place = { municipality: "Alder Falls", county: "Alder", state: "Connecticut" };
const located: Geocoder = {
  geocode: async () => ({
    state: "ready",
    provenance: madeUpParcels,
    value: [{ latitude: 41.5005, longitude: -72.8995, matchedAddress: "12 MILL ST", jurisdiction: place }],
  }),
  jurisdictionAt: async () => ({ state: "ready", value: place, provenance: madeUpParcels }),
};

const lot = (id: number, attributes: object, west: number) => ({
  attributes: { OBJECTID: id, ...attributes },
  geometry: esriSquare(west, 41.5),
});

beforeAll(async () => {
  db = await openTestDatabase();
  const fields = ["OBJECTID", "PIN", "SITE_ADDR", "SITE_CITY", "ZONE"].map((name) => ({ name }));
  server = await startArcgisServer(
    [
      {
        id: 0,
        definition: { name: "Tax parcels", fields, copyrightText: "Alder County" },
        features: [
          lot(1, { PIN: "014-027-000", SITE_ADDR: "12 MILL ST", SITE_CITY: "ALDER FALLS", ZONE: "R-2" }, -72.9),
          lot(2, { PIN: "0140280", SITE_ADDR: "14 MILL ST", SITE_CITY: "ALDER FALLS", ZONE: " " }, -72.899),
          lot(3, { PIN: null, SITE_ADDR: null }, -72.89),
        ],
      },
    ],
    (origin) => ({
      "/index.json": {
        layers: [
          {
            ...{ kind: "parcels", state: "CT", county: "Alder County", name: "Alder County parcels" },
            url: `${origin}/arcgis/rest/services/Town/MapServer/0`,
          },
          { kind: "zoning", state: "CT", county: "Alder", url: `${origin}/arcgis/rest/services/Town/MapServer/1` },
          { kind: "parcels", state: "Atlantis", url: "https://gis.example/0" },
        ],
      },
    }),
  );
});
afterAll(async () => {
  await server.close();
  await db.close();
});

const source = (geocoder = located) => {
  made += 1;
  const client = clientOf(db, `${server.site.origin}/index.json`, { provider: `county${made}` });
  return makeCountyParcels({ client, compute: inlineCompute, geocoder });
};
const apnsOf = (result: Awaited<ReturnType<ReturnType<typeof source>["byApn"]>>) =>
  result.state === "ready" ? result.value.map(({ apn }) => apn) : result.state;

describe("the parcels of county layers", () => {
  it("are found at a point, with the credit of the county and ids that stay", async () => {
    const result = await source().byPoint({ latitude: 41.5005, longitude: -72.8995, radiusMeters: 0 }, 5);
    expect(result).toMatchObject({
      state: "ready",
      value: [
        {
          llUuid: "county:CT/Alder County:014027000",
          apn: "014-027-000",
          address: "12 MILL ST, ALDER FALLS, CT",
          zoningCode: "R-2",
          jurisdiction: { municipality: "Alder Falls", county: "Alder County", state: "Connecticut" },
        },
      ],
      provenance: { name: "Alder County parcels", attribution: "Alder County" },
    });
    expect(result.state === "ready" && result.value).toHaveLength(1);
  });

  it("are found around the place of an address, for the caller to compare", async () => {
    expect(apnsOf(await source().byAddress("12 Mill Street", 5))).toEqual(["014-027-000", "0140280"]);
  });

  it.each([
    ["014-027-000", ["014-027-000"]],
    ["014027000", ["014-027-000"]],
    ["14-027-000", ["014-027-000"]],
    ["140280", ["0140280"]],
    ["999", "empty"],
  ])("are found by the number %s, punctuation and leading zeros aside", async (apn, expected) => {
    expect(apnsOf(await source().byApn({ apn, state: "CT", county: "Alder" }, 5))).toEqual(expected);
  });

  it("cannot be asked for more than the number says: quotes are doubled", async () => {
    server.queries.length = 0;
    await source().byApn({ apn: "1' or '1'='1", state: "CT", county: null }, 5);
    expect(server.queries.map((query) => query.get("where"))).toEqual([
      "UPPER(PIN) IN ('1'' OR ''1''=''1', '1OR11')",
      "UPPER(PIN) LIKE '%1%O%R%1%1'",
    ]);
  });

  it("are found again by their ids, and ids of other sources are not asked for", async () => {
    expect(await source().byId("county:CT/Alder County:014027000")).toMatchObject({ state: "ready" });
    server.queries.length = 0;
    expect((await source().byId("00000000-1111-4222-8333-444444444444")).state).toBe("empty");
    expect(server.queries).toEqual([]);
  });

  it("are unknown, not absent, while the place cannot be found out", async () => {
    const failing: Geocoder = {
      ...noGeocoder,
      geocode: async () => ({ state: "failed", detail: "late", retryAfterSeconds: 5, provenance: null }),
    };
    expect((await source(failing).byAddress("12 Mill", 5)).state).toBe("failed");
  });
});

describe("the layers of a place", () => {
  const layer = {
    kind: "zoning",
    state: "CT",
    county: null,
    municipality: null,
    url: "u",
    name: "n",
    attribution: null,
    license: null,
  };

  it("are those of its town, then of its county, then of its state", () => {
    const layers = [
      { ...layer, name: "state" },
      { ...layer, name: "town", county: "Alder", municipality: "Town of Alder Falls" },
      { ...layer, name: "county", county: "Alder County" },
      { ...layer, name: "other", county: "Birch" },
    ];
    expect(layersFor(layers, "zoning", place).map(({ name }) => name)).toEqual(["town", "county", "state"]);
    expect(layersFor(layers, "zoning", { ...place, county: null }).map(({ name }) => name)).toEqual(["state"]);
  });
});
