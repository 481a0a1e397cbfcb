import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grown, intersection, squareFeetOf, union } from "../../../api/demo-town/clip.ts";
import { toGeoJson } from "../../../api/demo-town/frame.ts";
import { place, townCadastre } from "../../../api/demo-town/town.ts";
import { makeAdjacency } from "../../../api/providers/adjacency/adjacency.ts";
import { makeParcelApi, parcelApiDescription } from "../../../api/providers/parcels/parcel-api.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { openTownProviders, type TownProviders } from "../../support/town-provider.ts";

let db: TestDatabase;
let town: TownProviders;
beforeAll(async () => {
  [db, town] = await Promise.all([openTestDatabase(), openTownProviders()]);
});
afterAll(async () => {
  await town.close();
  await db.close();
});

const { parcels, scenarios, second } = townCadastre();
const adjacency = (provider = "parcel_api") =>
  makeAdjacency({
    parcels: makeParcelApi(town.clientOf(db, "parcelApi", { ...parcelApiDescription, provider })),
    compute: inlineCompute,
  });
const jurisdiction = { municipality: place.town, county: place.county, state: place.state };
const idsOf = (result: Awaited<ReturnType<ReturnType<typeof adjacency>>>) => {
  if (result.state !== "ready") throw new Error(result.state);
  return result.value.features.map(({ properties }) => properties.ll_uuid).sort();
};

describe("the neighbouring parcels of a site", () => {
  it("are those that touch it, without the parcels of the site itself", async () => {
    const site = union(scenarios.multi_parcel.area, second.area);
    const result = await adjacency()({ site: toGeoJson(site), marginMeters: 0.5, jurisdiction });
    const touching = parcels.filter(
      ({ id, area }) =>
        id !== scenarios.multi_parcel.id &&
        id !== second.id &&
        squareFeetOf(intersection(grown(area, 0.2), grown(site, 0.2))) > 0,
    );
    expect(idsOf(result)).toEqual(touching.map(({ llUuid }) => llUuid).sort());
    expect(touching.length).toBeGreaterThan(1);
    expect(result).toMatchObject({ provenance: { isSynthetic: true } });
  });

  it("reach across the street with a margin, and no further", async () => {
    const site = scenarios.plain.area;
    const result = await adjacency()({ site: toGeoJson(site), marginMeters: 30, jurisdiction });
    const reached = (feet: number) =>
      parcels
        .filter(({ id, area }) => id !== scenarios.plain.id && squareFeetOf(intersection(area, grown(site, feet))) > 0)
        .map(({ llUuid }) => llUuid);
    const found = idsOf(result);
    for (const id of reached(97)) expect(found).toContain(id);
    // A mitred corner reaches further than the distance.
    for (const id of found) expect(reached(141)).toContain(id);
    expect(found.length).toBeGreaterThan(4);
  });

  it("say address, number, district and use, and no owner", async () => {
    const result = await adjacency()({ site: toGeoJson(scenarios.plain.area), marginMeters: 1, jurisdiction });
    if (result.state !== "ready") throw new Error(result.state);
    for (const { properties } of result.value.features) {
      expect(Object.keys(properties).sort()).toEqual(["address", "apn", "ll_uuid", "use", "zoning_code"]);
    }
  });

  it.each(["500", "html", "malformed_json"])(
    "are failed, and never empty, while the service answers with %s",
    async (fault) => {
      await town.fail("parcels", fault);
      const site = toGeoJson(scenarios.corner.area);
      expect((await adjacency(`parcels_${fault}`)({ site, marginMeters: 1, jurisdiction })).state).toBe("failed");
      await town.fail("parcels", fault, 0);
    },
  );
});
