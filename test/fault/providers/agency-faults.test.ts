import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { boxOf } from "../../../api/geometry/box.ts";
import type { ProviderClient } from "../../../api/providers/client/provider-client.ts";
import { makeCleanupSites, makeSuperfundBoundaries } from "../../../api/providers/environmental/cleanup-sites.ts";
import { makeEnvironmentalLayer } from "../../../api/providers/environmental/environmental.ts";
import { makeFloodLayer } from "../../../api/providers/flood/flood-hazard.ts";
import { makeFloodMap } from "../../../api/providers/flood/flood-map.ts";
import { makeSoilsLayer } from "../../../api/providers/soils/soils.ts";
import { makeWetlandsLayer, makeWetlandsMap } from "../../../api/providers/wetlands/wetlands.ts";
import { inlineCompute as compute } from "../../../ingest/index.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { aroundScenario } from "../../support/town-providers.ts";

let town: DemoTown;
let db: TestDatabase;
let made = 0;

beforeAll(async () => {
  [town, db] = await Promise.all([shareDemoTown(), openTestDatabase()]);
});
afterEach(() => fetch(`${town.origin}/faults/`, { method: "DELETE" }));
afterAll(async () => {
  await town.close();
  await db.close();
});

/** A client whose circuit is closed and that keeps nothing of other tests. */
function client(key: keyof DemoTown["urls"]): ProviderClient {
  made += 1;
  return clientOf(db, town.urls[key], { provider: `${key}${made}`, name: `The ${key} service` });
}

const request = aroundScenario("floodway", 100);
const wide = aroundScenario("wetland", 1_600);
const [west, south, east, north] = boxOf(request.site);
const point = { longitude: (west + east) / 2, latitude: (south + north) / 2, siteBox: boxOf(request.site) };
const picture = {
  bboxWebMercator: [-8_054_900, 5_119_000, -8_054_700, 5_119_200] as const,
  ...{ widthPx: 200, heightPx: 200 },
};

/** What is asked of each service, by the name under which the town's faults are set. */
const asks = {
  flood: () => makeFloodLayer({ client: client("flood"), compute })(request),
  wetlands: () => makeWetlandsLayer({ client: client("wetlands"), compute })(request),
  soils: () => makeSoilsLayer({ client: client("soils"), compute })(request),
  environmental: () => makeEnvironmentalLayer(client("environmental"))(request),
  cleanups: () => makeCleanupSites({ client: client("cleanupSites"), compute })(wide),
  "cleanups boundaries": () => makeSuperfundBoundaries({ client: client("superfundBoundaries"), compute })(wide),
  "firm-print": () => makeFloodMap({ flood: { client: client("flood"), compute }, print: client("firmPrint") })(point),
  "wetlands picture": () => makeWetlandsMap({ client: client("wetlands"), compute })(picture),
} as const;

const faults = ["reset", "500", "503", "429", "empty_body", "html", "malformed_json", "arcgis_error", "wrong_type"];

describe.each(Object.keys(asks) as (keyof typeof asks)[])("%s", (name) => {
  it.each(faults)("is failed while its service answers with %s", async (fault) => {
    const service = name.split(" ")[0];
    const set = await fetch(`${town.origin}/faults/${service}`, { method: "PUT", body: JSON.stringify({ fault }) });
    expect(set.status).toBe(204);
    expect(await asks[name]()).toMatchObject({
      state: "failed",
      detail: expect.stringMatching(/^The \w+ service /),
      retryAfterSeconds: expect.any(Number),
    });
  });

  it("is ready when its service answers", async () => {
    expect((await asks[name]()).state).toBe("ready");
  });
});
