import type { Compute } from "../../../ingest/index.ts";
import { type Box, boxOf, grownBox } from "../../geometry/box.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { FetchLayer } from "../providers.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";
import type { SoilProperties } from "../site-layer.ts";
import { readSoilPolygons } from "./soil-polygons.ts";
import { querySoils, type SoilRow } from "./soil-table.ts";

/** Soil Data Access, the query service of the soil survey. @see https://sdmdataaccess.nrcs.usda.gov */
export const soilsDescription: ProviderDescription = {
  provider: "soils",
  name: "USDA NRCS Soil Survey (SSURGO)",
  attribution:
    "Soil Survey Staff, Natural Resources Conservation Service, United States Department of Agriculture. Soil Data Access",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

/** Symbol of land that was not surveyed, or whose survey is not published. */
const notSurveyed = "NOTCOM";
const noSurvey = "No soil survey of this place is published.";

/** Values of a map unit are those of its dominant condition or component, water table and bedrock the shallowest. */
const unitColumns = [
  ...["mukey", "musym", "muname", "farmlndcl", "hydgrpdcd", "drclassdcd", "slopegraddcp"],
  ...["wtdepannmin", "brockdepmin", "hydclprs", "areasymbol", "saverest"],
] as const;

/**
 * Makes the layer of soil map units. All land of a survey is in a map unit, so no unit means that no survey is published:
 * `not_published`, never `empty`.
 */
export function makeSoilsLayer({
  client,
  compute,
}: {
  readonly client: ProviderClient;
  readonly compute: Compute;
}): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const { polygons, provenance } = await fetchPolygons({ client, compute }, box, signal);
      const keys = [...new Set(polygons.map(({ mukey }) => mukey))].sort();
      if (keys.length === 0) return { state: "not_published", detail: noSurvey, provenance };
      const units = await fetchUnits(client, keys, signal);
      const features = polygons.flatMap(({ mukey, geometry }): SiteFeature[] => {
        const unit = units.get(mukey);
        if (!unit)
          throw new ProviderFault("permanent", `${provenance.name} does not describe a map unit.`, { provenance });
        return unit.musym === notSurveyed ? [] : [{ type: "Feature", geometry, properties: { ...soilFrom(unit) } }];
      });
      if (features.length === 0) return { state: "not_published", detail: noSurvey, provenance };
      return ready<LayerData>({ features, summary: {} }, { ...provenance, vintage: vintageOf([...units.values()]) });
    });
}

async function fetchPolygons(
  { client, compute }: { readonly client: ProviderClient; readonly compute: Compute },
  box: Box,
  signal: AbortSignal | undefined,
) {
  const columns = ["mukey", "mupolygonkey", "wkt"];
  const { body, provenance } = await querySoils(client, { statement: polygonsQuery(box), columns, signal });
  const rows = body.map(({ mukey, wkt }) => ({ mukey: mukey ?? "", wkt: wkt ?? "" }));
  const { polygons, unreadable } = await readSoilPolygons(compute, { rows, clipTo: box }, signal);
  if (unreadable > 0 || rows.some(({ mukey }) => !/^\d{1,12}$/.test(mukey))) {
    throw new ProviderFault("permanent", `${provenance.name} sent polygons that cannot be read.`, { provenance });
  }
  return { polygons, provenance };
}

function polygonsQuery([west, south, east, north]: Box): string {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  const ring = corners.map((corner) => corner.map((side) => side.toFixed(7)).join(" ")).join(", ");
  const area = `geometry::STGeomFromText('POLYGON((${ring}))', 4326)`;
  return [
    `SELECT mukey, mupolygonkey, mupolygongeo.STIntersection(${area}).STAsText() AS wkt`,
    `FROM mupolygon WHERE mupolygongeo.STIntersects(${area}) = 1`,
  ].join(" ");
}

/** The general map of the country (STATSGO) is in the same tables, as area US. */
async function fetchUnits(client: ProviderClient, keys: readonly string[], signal: AbortSignal | undefined) {
  const columns =
    "mu.mukey, mu.musym, mu.muname, mu.farmlndcl, ma.hydgrpdcd, ma.drclassdcd, ma.slopegraddcp, ma.wtdepannmin, ma.brockdepmin, ma.hydclprs, l.areasymbol, sc.saverest";
  const statement = [
    `SELECT ${columns} FROM mapunit mu JOIN legend l ON l.lkey = mu.lkey LEFT JOIN muaggatt ma ON ma.mukey = mu.mukey`,
    "LEFT JOIN sacatalog sc ON sc.areasymbol = l.areasymbol",
    `WHERE l.areasymbol <> 'US' AND mu.mukey IN (${keys.join(", ")})`,
  ].join(" ");
  const { body } = await querySoils(client, { statement, columns: unitColumns, signal });
  return new Map(body.map((row) => [row.mukey ?? "", row]));
}

function soilFrom(unit: SoilRow): SoilProperties {
  const { mukey, musym, muname } = unit;
  return {
    ...{ mukey: mukey ?? "", symbol: musym ?? "", name: muname ?? musym ?? "" },
    hydrologic_group: unit.hydgrpdcd ?? null,
    drainage_class: unit.drclassdcd ?? null,
    slope_percent: numberFrom(unit.slopegraddcp),
    water_table_depth_cm: numberFrom(unit.wtdepannmin),
    bedrock_depth_cm: numberFrom(unit.brockdepmin),
    farmland_class: unit.farmlndcl ?? null,
    hydric_percent: numberFrom(unit.hydclprs),
  };
}

function numberFrom(text: string | null | undefined): number | null {
  const value = text === null || text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** "survey area CT600 of 2024-09-10"; the service writes the date as 9/10/2024. */
function vintageOf(units: readonly SoilRow[]): string | null {
  const areas = units.map(({ areasymbol, saverest }) => {
    const [, month = "", day = "", year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(saverest ?? "") ?? [];
    const date = year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return areasymbol ? `survey area ${areasymbol}${date ? ` of ${date}` : ""}` : null;
  });
  const stated = [...new Set(areas.filter((area) => area !== null))].sort();
  return stated.length === 0 ? null : stated.join(", ");
}
