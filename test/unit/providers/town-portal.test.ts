import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toGeoJson } from "../../../api/demo-town/frame.ts";
import { viewerPath } from "../../../api/demo-town/services/portal.ts";
import { place, townCadastre } from "../../../api/demo-town/town.ts";
import { gisServicesDescription, makeGisServices } from "../../../api/providers/arcgis/gis-services.ts";
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

const services = (provider = "arcgis_portal") =>
  makeGisServices({
    client: town.clientOf(db, "arcgisPortal", { ...gisServicesDescription, provider }),
    compute: inlineCompute,
  });

describe("the web viewer of the demo town", () => {
  it("leads over its map to the layers of a service that the county does not list", async () => {
    const traced = await services().trace(`${town.town.origin}${viewerPath}`);
    expect(traced).toMatchObject({ state: "ready", provenance: { isSynthetic: true } });
    if (traced.state !== "ready") return;
    expect(traced.value.layers).toMatchObject([{ name: "Proposed Greenways", geometryType: "line" }]);
    expect(traced.value.layers[0]?.attribution).toContain("Synthetic");
    const [layer] = traced.value.layers;
    if (!layer) return;
    const site = toGeoJson(townCadastre().scenarios.gis_viewer.area);
    const jurisdiction = { municipality: place.town, county: place.county, state: place.state };
    const read = await services().read(layer, { site, marginMeters: 400, jurisdiction });
    if (read.state !== "ready") throw new Error(read.state);
    expect(read.value.map(({ properties }) => properties.NAME)).toContain("Orchard Path");
    expect(read.provenance.isSynthetic).toBe(true);
  });

  it.each(["500", "html", "malformed_json"])(
    "is failed, and never empty, while the portal answers with %s",
    async (fault) => {
      await town.fail("portal", fault);
      const traced = await services(`portal_${fault}`).trace(`${town.town.origin}${viewerPath}`);
      expect(traced.state).toBe("failed");
      await town.fail("portal", fault, 0);
    },
  );
});
