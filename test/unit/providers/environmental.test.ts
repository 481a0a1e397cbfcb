import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeEnvironmentalLayer } from "../../../api/providers/environmental/environmental.ts";
import type { LayerRequest } from "../../../api/providers/providers.ts";
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
        [-85.7, 40.0],
        [-85.6, 40.0],
        [-85.6, 40.1],
        [-85.7, 40.0],
      ],
    ],
  },
  marginMeters: 0,
  jurisdiction: { municipality: null, county: null, state: null },
};

/** A facility in the form of the recorded example. */
const plant = {
  ...{ FacName: "EXAMPLE PLANT", RegistryID: "110000000001", FacLat: "40.09", FacLong: "-85.65", FacSNCFlg: "N" },
  ...{ FacComplianceStatus: "No Violation Identified", AIRFlag: "Y", TRIFlag: "N", FacActiveFlag: "Y" },
  ...{ CWAComplianceStatus: "Not Applicable", RCRAComplianceStatus: "No Violation Identified" },
};
const columns = {
  Results: {
    ResultColumns: [
      { ObjectName: "FacLong", ColumnID: "17" },
      { ObjectName: "Other", ColumnID: "2" },
    ],
  },
};
const failure = (ErrorMessage: string) => ({ Results: { Error: { ErrorMessage } } });

interface Echo {
  readonly metadata?: unknown;
  /** By the count of searches so far. */
  readonly search?: (query: URLSearchParams, at: number) => unknown;
  readonly page?: (query: URLSearchParams) => unknown;
}

const found = (rows: number) => ({ Results: { Message: "Success", QueryID: "7", QueryRows: String(rows) } });
const listed = (...Facilities: readonly object[]) => ({ Results: { Message: "Success", PageNo: "1", Facilities } });

async function ask(echo: Echo = {}) {
  let searches = 0;
  site = await startCountingSite((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", site?.origin);
    const answer = () => {
      if (pathname.endsWith(".metadata")) return "metadata" in echo ? echo.metadata : columns;
      if (pathname.endsWith(".get_qid")) return echo.page?.(searchParams) ?? listed(plant);
      searches += 1;
      return echo.search?.(searchParams, searches) ?? found(1);
    };
    const body = answer();
    if (body === undefined) return void response.writeHead(404).end();
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const client = clientOf(db, `${site.origin}/echo`, { provider: "environmental", name: "The facility service" });
  return makeEnvironmentalLayer(client)(request);
}

const asked = (operation: string) =>
  (site?.requests ?? [])
    .filter((path) => path.includes(`.${operation}`))
    .map((path) => new URLSearchParams(path.slice(path.indexOf("?"))));

describe("the environmental layer", () => {
  it("searches the area, then lists what was found, with the columns that have the places", async () => {
    expect(await ask()).toMatchObject({
      state: "ready",
      value: {
        features: [
          {
            geometry: { type: "Point", coordinates: [-85.65, 40.09] },
            properties: {
              ...{ id: "110000000001", name: "EXAMPLE PLANT", program: "AIR, RCRAINFO" },
              status: "No Violation Identified",
              url: "https://echo.epa.gov/detailed-facility-report?fid=110000000001",
            },
          },
        ],
        summary: { without_location: 0 },
      },
    });
    expect(Object.fromEntries(asked("get_facilities")[0] ?? [])).toEqual({
      ...{ output: "JSON", responseset: "100" },
      ...{ p_c1lon: "-85.700000", p_c1lat: "40.000000", p_c2lon: "-85.600000", p_c2lat: "40.100000" },
    });
    expect(asked("get_qid")[0]?.get("qcolumns")).toBe("17");
  });

  it("says empty when nothing was found, and asks for no page", async () => {
    expect((await ask({ search: () => found(0) })).state).toBe("empty");
    expect(asked("get_qid")).toEqual([]);
  });

  it("reads all pages", async () => {
    const pageOf = (query: URLSearchParams) => {
      const [from, to] = query.get("pageno") === "1" ? [0, 100] : [100, 130];
      return listed(...Array.from({ length: to - from }, (_, at) => ({ ...plant, RegistryID: String(from + at) })));
    };
    const result = await ask({ search: () => found(130), page: pageOf });
    expect(result.state === "ready" && result.value.features).toHaveLength(130);
  });

  it("searches quarters of an area with more than the service counts", async () => {
    const search = (_: URLSearchParams, at: number) =>
      at === 1 ? failure("Queryset Limit would be exceeded: 120,000 rows") : found(1);
    const result = await ask({ search });
    expect(asked("get_facilities")).toHaveLength(5);
    // All quarters list the same facility here: it is one.
    expect(result.state === "ready" && result.value.features).toHaveLength(1);
  });

  it("searches again when the service has forgotten the query", async () => {
    const search = (_: URLSearchParams, at: number) => ({ Results: { QueryID: String(at), QueryRows: "1" } });
    const page = (query: URLSearchParams) => (query.get("qid") === "1" ? failure("QID expired") : listed(plant));
    expect((await ask({ search, page })).state).toBe("ready");
  });

  it("lists facilities with the usual columns where the service does not tell their numbers", async () => {
    expect((await ask({ metadata: undefined })).state).toBe("ready");
    expect(asked("get_qid")[0]?.has("qcolumns")).toBe(false);
  });

  it("counts facilities without a place, and leaves out those outside of the area", async () => {
    const page = () =>
      listed(plant, { ...plant, RegistryID: "2", FacLong: null }, { ...plant, RegistryID: "3", FacLat: "41.5" });
    expect(await ask({ search: () => found(3), page })).toMatchObject({
      state: "ready",
      value: { features: [{ properties: { id: "110000000001" } }], summary: { without_location: 1 } },
    });
  });

  it("is blocked when the service takes the request for that of a robot", async () => {
    const error = "This request was identified as a robotic or programmed query.";
    expect((await ask({ search: () => failure(error) })).state).toBe("blocked");
  });

  it.each<[string, Echo]>([
    ["an error of the search", { search: () => failure("Database is down") }],
    ["an error of the list", { page: () => failure("Database is down") }],
    ["a query that is always forgotten", { page: () => failure("The QID is unknown") }],
    ["an area that is never small enough", { search: () => failure("Queryset Limit would be exceeded") }],
    ["a search without a count", { search: () => ({ Results: { Message: "Success", QueryID: "7" } }) }],
    ["fewer facilities than were found", { search: () => found(3), page: () => listed() }],
    ["facilities without places", { page: () => listed({ ...plant, FacLat: null }) }],
    ["facilities without numbers", { page: () => listed({ ...plant, RegistryID: null }) }],
    ["a page of HTML", { search: () => "<html><body>Maintenance</body></html>" }],
    ["a body without results", { page: () => ({ Message: "Success" }) }],
  ])("fails, and is never empty, for %s", async (_, echo) => {
    expect((await ask(echo)).state).toBe("failed");
  });
});
