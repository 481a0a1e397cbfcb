import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LayerRequest } from "../../../api/providers/providers.ts";
import { makeSoilsLayer } from "../../../api/providers/soils/soils.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let site: CountingSite | undefined;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(() => site?.close());
afterAll(() => db.close());

const request: LayerRequest = {
  site: {
    type: "Polygon",
    coordinates: [
      [
        [-97.1, 31.1],
        [-97.09, 31.1],
        [-97.09, 31.11],
        [-97.1, 31.1],
      ],
    ],
  },
  marginMeters: 0,
  jurisdiction: { municipality: null, county: null, state: null },
};

const square = "POLYGON ((-97.1 31.1, -97.095 31.1, -97.095 31.105, -97.1 31.105, -97.1 31.1))";
const polygonColumns = ["mukey", "mupolygonkey", "wkt"];
const unitColumns = [
  ...["mukey", "musym", "muname", "farmlndcl", "hydgrpdcd", "drclassdcd", "slopegraddcp"],
  ...["wtdepannmin", "brockdepmin", "hydclprs", "areasymbol", "saverest"],
];
const silt = [
  ...["123", "SiB", "Silt loam, 3 to 8 percent slopes", "All areas are prime farmland", "C", "Well drained", "5.5"],
  ...["46", null, "0", "TX021", "9/10/2024 1:12:05 PM"],
];

type Reply = { readonly status?: number; readonly body: unknown };
interface Survey {
  readonly polygons?: Reply;
  readonly units?: Reply;
}

/** The queries that the service was asked, as its forms had them. */
let forms: URLSearchParams[] = [];

async function ask({ polygons, units }: Survey) {
  forms = [];
  site = await startCountingSite((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      forms.push(form);
      const isPolygons = form.get("query")?.includes("FROM mupolygon") ?? false;
      const usual: Reply = isPolygons
        ? { body: { Table: [polygonColumns, ["123", "1", square]] } }
        : { body: { Table: [unitColumns, silt] } };
      const { status = 200, body } = (isPolygons ? polygons : units) ?? usual;
      response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  const client = clientOf(db, `${site.origin}/Tabular/post.rest`, { provider: "soils", name: "The soil survey" });
  return makeSoilsLayer({ client, compute: inlineCompute })(request);
}

const shapeOf = async (wkt: string) => {
  const result = await ask({ polygons: { body: { Table: [polygonColumns, ["123", "1", wkt]] } } });
  return result.state === "ready" ? result.value.features.map(({ geometry }) => geometry.type) : result.state;
};

describe("the soil layer", () => {
  it("reads map units with numbers from texts, and the edition of the survey", async () => {
    const result = await ask({});
    expect(result).toMatchObject({ state: "ready", provenance: { vintage: "survey area TX021 of 2024-09-10" } });
    expect(result.state === "ready" && result.value.features[0]?.properties).toEqual({
      ...{ mukey: "123", symbol: "SiB", name: "Silt loam, 3 to 8 percent slopes", hydrologic_group: "C" },
      ...{ drainage_class: "Well drained", slope_percent: 5.5, water_table_depth_cm: 46, bedrock_depth_cm: null },
      ...{ farmland_class: "All areas are prime farmland", hydric_percent: 0 },
    });
    const [polygons, units] = forms.map((form) => form.get("query") ?? "");
    expect(forms.map((form) => form.get("format"))).toEqual(["JSON+COLUMNNAME", "JSON+COLUMNNAME"]);
    expect(polygons).toContain("'POLYGON((-97.1000000 31.1000000, -97.0900000 31.1000000, -97.0900000 31.1100000,");
    expect(units).toContain("l.areasymbol <> 'US' AND mu.mukey IN (123)");
  });

  it("reads tables that describe their columns, and columns in another order and case", async () => {
    const metadata = unitColumns.map((_, at) => `ColumnOrdinal=${at},ColumnSize=4,DataTypeName=nvarchar`);
    const names = unitColumns.map((name) => name.toUpperCase()).reverse();
    const result = await ask({ units: { body: { Table: [names, metadata, [...silt].reverse()] } } });
    expect(result).toMatchObject({ state: "ready", value: { features: [{ properties: { symbol: "SiB" } }] } });
  });

  it("reads polygons, several polygons, and the land among lines and points", async () => {
    expect(await shapeOf(square)).toEqual(["Polygon"]);
    const far = "((-97.093 31.1, -97.092 31.1, -97.092 31.101, -97.093 31.1))";
    expect(await shapeOf(`MULTIPOLYGON (${square.slice("POLYGON ".length)}, ${far})`)).toEqual(["MultiPolygon"]);
    const mixed = `GEOMETRYCOLLECTION (${square}, LINESTRING (-97.1 31.1, -97.09 31.1), POINT (-97.1 31.1))`;
    expect(await shapeOf(mixed)).toEqual(["Polygon"]);
  });

  it("is not published where no land is in a map unit", async () => {
    expect((await ask({ polygons: { body: {} } })).state).toBe("not_published");
    expect(forms).toHaveLength(1);
    await site?.close();
    expect(await shapeOf("LINESTRING (-97.1 31.1, -97.09 31.1)")).toBe("not_published");
    await site?.close();
    expect(await shapeOf("POLYGON EMPTY")).toBe("not_published");
  });

  it("is not published where the survey has no map of the land", async () => {
    const notSurveyed = ["123", "NOTCOM", "No Digital Data Available", ...silt.slice(3)];
    expect((await ask({ units: { body: { Table: [unitColumns, notSurveyed] } } })).state).toBe("not_published");
  });

  const exception = "<?xml version='1.0'?><ServiceException>Invalid query: Incorrect syntax</ServiceException>";
  const rows = Array.from({ length: 100_000 }, () => ["1", "1", "P"]);
  it.each<[string, Survey]>([
    ["an error of the database", { polygons: { status: 400, body: exception } }],
    ["an error of the database in the second query", { units: { status: 400, body: exception } }],
    ["an error in a response of status 200", { polygons: { body: exception } }],
    ["a service that is overloaded", { polygons: { status: 503, body: "" } }],
    ["a page", { units: { body: "<html><body>Maintenance</body></html>" } }],
    ["a table without its columns", { polygons: { body: { Table: [["123", "1", square]] } } }],
    ["rows that may have been cut off", { polygons: { body: { Table: [polygonColumns, ...rows] } } }],
    ["no table", { polygons: { body: { Message: "queued" } } }],
    ["polygons that cannot be read", { polygons: { body: { Table: [polygonColumns, ["1", "1", "POLYGON ((1 2"]] } } }],
    ["a polygon without a map unit", { polygons: { body: { Table: [polygonColumns, [null, "1", square]] } } }],
    ["a map unit without a description", { units: { body: {} } }],
  ])("fails, and is never empty, for %s", async (_, survey) => {
    expect((await ask(survey)).state).toBe("failed");
  });
});
