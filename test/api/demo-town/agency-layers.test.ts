import { createCanvas, loadImage } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toMercator } from "../../../api/demo-town/arcgis/feature.ts";
import { intersection, squareFeetOf } from "../../../api/demo-town/clip.ts";
import { toFeet } from "../../../api/demo-town/frame.ts";
import type { ScenarioName } from "../../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { boxOf, grownBox, isInBox } from "../../../api/geometry/box.ts";
import { areaOf } from "../../../api/geometry/ellipsoid-area.ts";
import { type AreaGeometry, polygonsOf } from "../../../api/geometry/geojson.ts";
import { clipArea } from "../../../api/geometry/repair-area.ts";
import type { SiteFeature } from "../../../api/providers/site-features.ts";
import type { ProvidedLayerName } from "../../../api/providers/site-layer.ts";
import { aroundScenario, openTownProviders, type TownProviders } from "../../support/town-providers.ts";

let opened: TownProviders;
beforeAll(async () => {
  opened = await openTownProviders();
});
afterAll(() => opened.close());

async function layerOf(layer: ProvidedLayerName, name: ScenarioName, marginMeters = 0) {
  const request = aroundScenario(name, marginMeters);
  const result = await opened.providers.layers[layer](request);
  return { result, site: request.site, features: result.state === "ready" ? result.value.features : [] };
}

const isArea = (feature: SiteFeature): feature is SiteFeature & { readonly geometry: AreaGeometry } =>
  feature.geometry.type === "Polygon" || feature.geometry.type === "MultiPolygon";
const squareMeters = (area: AreaGeometry | undefined) => (area ? areaOf(polygonsOf(area)) : 0);
const together = (features: readonly SiteFeature[]) =>
  features.filter(isArea).reduce((sum, { geometry }) => sum + squareMeters(geometry), 0);

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const reading = getDocument({ data: Uint8Array.from(bytes) });
  const { items } = await (await (await reading.promise).getPage(1)).getTextContent();
  await reading.destroy();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

/** Share of the parcel of a scenario that features cover, reckoned in feet on the plane of the town. */
function shareOfParcel(features: readonly SiteFeature[], name: ScenarioName): number {
  const { area, squareFeet } = townCadastre().scenarios[name];
  const covered = features.filter(isArea).map(({ geometry }) => {
    const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => ring.slice(0, -1).map(toFeet)));
    return squareFeetOf(intersection(polygons, area));
  });
  return covered.reduce((sum, feet) => sum + feet, 0) / squareFeet;
}

describe("the flood hazard zones of the demo town", () => {
  it("show a floodway in the special flood hazard area where the scenario says so", async () => {
    const { result, features } = await layerOf("flood", "floodway");
    expect(result).toMatchObject({
      state: "ready",
      value: { summary: { is_mapped: true, panel: { id: "09999C0150F", is_printed: true } } },
      provenance: { isSynthetic: true, vintage: "panel 09999C0150F, effective 2021-06-02", license: null },
    });
    const floodway = features.filter(({ properties }) => properties.is_floodway === true);
    const share = shareOfParcel(floodway, "floodway");
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.4);
    expect(shareOfParcel(features, "floodway")).toBeCloseTo(1, 3);
    expect(floodway.map(({ properties }) => properties)).toContainEqual({
      zone: "AE",
      subtype: "FLOODWAY",
      is_special_flood_hazard_area: true,
      is_floodway: true,
      base_flood_elevation_ft: null,
    });
  });

  it("show a flood fringe with its elevation, and no floodway, where the scenario says so", async () => {
    const { features } = await layerOf("flood", "flood_fringe");
    const zones = features.map(({ properties }) => properties);
    const special = features.filter(({ properties }) => properties.is_special_flood_hazard_area === true);
    const share = shareOfParcel(special, "flood_fringe");
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.65);
    expect(zones.filter((zone) => zone.is_floodway === true)).toEqual([]);
    const [fringe] = zones.filter((zone) => zone.zone === "AE");
    expect(fringe).toMatchObject({ subtype: null, is_special_flood_hazard_area: true });
    expect(fringe?.base_flood_elevation_ft).toBeGreaterThan(140);
    expect(zones.some((zone) => zone.zone === "X" && zone.is_special_flood_hazard_area === false)).toBe(true);
  });

  it("are zone X of minimal hazard alone at an ordinary parcel, and cover all of it", async () => {
    const { features, site } = await layerOf("flood", "plain");
    expect(features.map(({ properties }) => properties.subtype)).toEqual(["AREA OF MINIMAL FLOOD HAZARD"]);
    const box = squareMeters(clipArea(site, boxOf(site)));
    expect(together(features)).toBeGreaterThanOrEqual(box);
  });

  it("are not published, rather than empty, where the agency maps nothing", async () => {
    const { result } = await layerOf("flood", "flood_not_published", 100);
    expect(result).toMatchObject({ state: "not_published", provenance: { isSynthetic: true } });
    expect(opened.warnings).toEqual([]);
  });

  it("end at the margin that was asked for", async () => {
    const { features, site } = await layerOf("flood", "floodway", 150);
    const limit = grownBox(boxOf(site), 150.1);
    expect(features.length).toBeGreaterThan(2);
    for (const { geometry } of features.filter(isArea)) {
      for (const position of polygonsOf(geometry).flat(2)) expect(isInBox(position, limit)).toBe(true);
    }
  });
});

describe("the flood map of the demo town", () => {
  const centerOfSite = (name: ScenarioName) => {
    const siteBox = boxOf(aroundScenario(name, 0).site);
    const [west, south, east, north] = siteBox;
    return { longitude: (west + east) / 2, latitude: (south + north) / 2, siteBox };
  };
  const breakPrinting = (method: "PUT" | "DELETE", body?: object) =>
    fetch(`${opened.town.origin}/faults/firm-print`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });

  it("is a FIRMette that says which panel it shows and that it is synthetic", async () => {
    const result = await opened.providers.agencyMaps.floodMap(centerOfSite("floodway"));
    expect(result).toMatchObject({
      state: "ready",
      value: { mimeType: "application/pdf", filename: "FIRMette-09999C0150F.pdf" },
      provenance: { isSynthetic: true, vintage: "panel 09999C0150F, effective 2021-06-02" },
    });
    const bytes = result.state === "ready" ? result.value.bytes : new Uint8Array();
    const text = await textOfPdf(bytes);
    for (const words of ["FIRM panel 09999C0150F", "Scale 1:6,000", "FLOODWAY", "Synthetic data"]) {
      expect(text).toContain(words);
    }
  });

  it("is the picture of the panel when the print job breaks off", async () => {
    await breakPrinting("PUT", { fault: "arcgis_error", times: 1 });
    const result = await opened.providers.agencyMaps.floodMap(centerOfSite("floodway"));
    expect(result).toMatchObject({ state: "ready", value: { mimeType: "image/png" } });
    const picture = await loadImage(result.state === "ready" ? Buffer.from(result.value.bytes) : "");
    expect([picture.width, picture.height].every((side) => side > 1000)).toBe(true);
  });

  it("is not published where the agency prints none", async () => {
    const result = await opened.providers.agencyMaps.floodMap(centerOfSite("flood_not_published"));
    expect(result.state).toBe("not_published");
  });
});

describe("the wetlands of the demo town", () => {
  it("cover part of the parcel of the scenario, by code, kind and system", async () => {
    const { result, features } = await layerOf("wetlands", "wetland");
    expect(result).toMatchObject({ state: "ready", provenance: { isSynthetic: true, license: null } });
    expect(features.map(({ properties }) => properties)).toContainEqual({
      code: "PFO1E",
      type: "Freshwater Forested/Shrub Wetland",
      system: "Palustrine",
    });
    const share = shareOfParcel(features, "wetland");
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.6);
  });

  it("are empty, and not failed, at an ordinary parcel", async () => {
    expect((await layerOf("wetlands", "plain")).result).toMatchObject({
      state: "empty",
      provenance: { isSynthetic: true },
    });
  });

  it("are refused by the service under names without their tables, and without a clause", async () => {
    const query = async (parameters: string) =>
      (await fetch(`${opened.town.urls.wetlands}/0/query?f=json&${parameters}`)).json();
    expect(await query("where=1%3D1&outFields=ATTRIBUTE")).toMatchObject({ error: { code: 400 } });
    expect(await query("outFields=*")).toMatchObject({ error: { code: 400 } });
    expect(await query("where=1%3D1&outFields=Wetlands.ATTRIBUTE")).toHaveProperty("features");
  });

  it("are drawn for an extent, on a transparent ground", async () => {
    const [west, south, east, north] = boxOf(aroundScenario("wetland", 0).site);
    const [left, bottom] = toMercator([west, south]);
    const [right, top] = toMercator([east, north]);
    const result = await opened.providers.agencyMaps.wetlandsMap({
      bboxWebMercator: [left, bottom, right, top],
      ...{ widthPx: 900, heightPx: 600 },
    });
    expect(result).toMatchObject({ state: "ready", provenance: { isSynthetic: true } });
    if (result.state !== "ready") return;
    const { png, bboxWebMercator, widthPx, heightPx } = result.value;
    const [x0, y0, x1, y1] = bboxWebMercator;
    expect((x1 - x0) / (y1 - y0)).toBeCloseTo(widthPx / heightPx, 6);
    const canvas = createCanvas(widthPx, heightPx);
    canvas.getContext("2d").drawImage(await loadImage(Buffer.from(png)), 0, 0);
    const { data } = canvas.getContext("2d").getImageData(0, 0, widthPx, heightPx);
    const clear = Array.from({ length: widthPx * heightPx }, (_, at) => data[at * 4 + 3]).filter(
      (alpha) => alpha === 0,
    );
    expect(clear.length).toBeGreaterThan(widthPx * heightPx * 0.2);
    expect(clear.length).toBeLessThan(widthPx * heightPx * 0.95);
  });
});

describe("the soils of the demo town", () => {
  it.each<ScenarioName>(["plain", "wetland", "steep", "floodway"])(
    "are map units that cover the parcel of %s without overlaps",
    async (name) => {
      const { result, features, site } = await layerOf("soils", name);
      expect(result).toMatchObject({
        state: "ready",
        provenance: { isSynthetic: true, license: null, vintage: "survey area CT999 of 2025-09-08" },
      });
      const box = boxOf(site);
      const [west, south, east, north] = box;
      const whole = squareMeters({
        type: "Polygon",
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      });
      // The town writes places to a hundredth of a foot.
      expect(together(features) / whole).toBeCloseTo(1, 3);
    },
  );

  it("are a wet muck in the wetland, and shallow over rock on a hill", async () => {
    const wet = (await layerOf("soils", "wetland")).features.map(({ properties }) => properties);
    expect(wet).toContainEqual({
      ...{ mukey: "9900002", symbol: "Mp", name: "Millpond muck, 0 to 2 percent slopes (synthetic)" },
      ...{ hydrologic_group: "B/D", drainage_class: "Very poorly drained", slope_percent: 1 },
      ...{ water_table_depth_cm: 0, bedrock_depth_cm: null, farmland_class: "Not prime farmland", hydric_percent: 95 },
    });
    const steep = (await layerOf("soils", "steep")).features.map(({ properties }) => properties.bedrock_depth_cm);
    expect(steep).toContain(46);
  });

  it("are refused for a query that the service does not understand", async () => {
    const ask = async (sql: string) => {
      const query = JSON.stringify({ query: sql, format: "JSON+COLUMNNAME" });
      return fetch(opened.town.urls.soils, { method: "POST", body: query });
    };
    const refused = await ask("SELECT * FROM mapunit");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("ServiceException")]);
  });
});

describe("the regulated facilities of the demo town", () => {
  it("are points with their programs, around the industrial parcel", async () => {
    const { result, features, site } = await layerOf("environmental", "industrial", 800);
    expect(result).toMatchObject({
      state: "ready",
      value: { summary: { without_location: 0 } },
      provenance: { isSynthetic: true, license: null },
    });
    expect(features.length).toBeGreaterThan(3);
    const limit = grownBox(boxOf(site), 800.1);
    for (const { geometry, properties } of features) {
      expect(geometry.type === "Point" && isInBox(geometry.coordinates, limit)).toBe(true);
      expect(properties).toMatchObject({ id: expect.stringMatching(/^999/), url: null });
      expect(properties.name).toMatch(/\(synthetic\)$/i);
    }
    const programs = features.map(({ properties }) => properties.program);
    expect(programs).toContain("AIR, RCRAINFO");
  });

  it("are empty where none is near", async () => {
    expect((await layerOf("environmental", "plain")).result.state).toBe("empty");
  });

  it("include a Superfund site with its boundary and all of its listings, and brownfields", async () => {
    const { features } = await layerOf("environmental", "plain", 1600);
    const tannery = features.filter(({ properties }) => String(properties.name).includes("TANNERY"));
    expect(tannery).toMatchObject([
      {
        geometry: { type: "Polygon" },
        properties: {
          ...{ id: "999000009999", program_id: "CTD999900001", program: "SEMS, RCRAINFO" },
          status: "On the National Priorities List (final); Inactive; Significant Violation",
        },
      },
    ]);
    expect(features.filter(({ properties }) => properties.program === "ACRES").length).toBeGreaterThan(0);
  });
});

describe("an agency of the demo town that fails", () => {
  it.each(["flood", "wetlands", "soils", "environmental"] as const)(
    "makes the %s layer failed, not empty",
    async (name) => {
      const control = (method: "PUT" | "DELETE") =>
        fetch(`${opened.town.origin}/faults/${name}`, {
          method,
          ...(method === "PUT" ? { body: JSON.stringify({ fault: "html" }) } : {}),
        });
      await control("PUT");
      const { result } = await layerOf(name, "narrow", 90);
      await control("DELETE");
      expect(result).toMatchObject({ state: "failed", provenance: { isSynthetic: true } });
    },
  );
});
