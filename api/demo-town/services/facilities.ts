import { toDegrees } from "../frame.ts";
import { type Facility, facilities } from "../land/facilities.ts";
import { notice, place } from "../town.ts";

/** The members of a facility that can be asked for; their numbers are their places here. */
const members: readonly (readonly [string, (facility: Facility) => string | null])[] = [
  ["FacName", ({ name }) => name],
  ["RegistryID", ({ registryId }) => registryId],
  ["FacStreet", ({ street }) => street],
  ["FacCity", () => place.town.toUpperCase()],
  ["FacState", () => place.stateCode],
  ["FacZip", () => place.zip],
  ["FacLat", ({ at }) => String(toDegrees(at)[1])],
  ["FacLong", ({ at }) => String(toDegrees(at)[0])],
  ["FacActiveFlag", ({ isActive }) => (isActive ? "Y" : "N")],
  ["FacComplianceStatus", ({ compliance }) => compliance],
  ["FacSNCFlg", ({ compliance }) => (compliance.startsWith("Significant") ? "Y" : "N")],
  ["AIRFlag", ({ programs }) => (programs.AIR ? "Y" : "N")],
  ["NPDESFlag", ({ programs }) => (programs.NPDES ? "Y" : "N")],
  ["RCRAFlag", ({ programs }) => (programs.RCRA ? "Y" : "N")],
  ["SDWISFlag", ({ programs }) => (programs.SDWIS ? "Y" : "N")],
  ["TRIFlag", ({ programs }) => (programs.TRI ? "Y" : "N")],
  ["CAAComplianceStatus", ({ programs }) => programs.AIR ?? "Not Applicable"],
  ["CWAComplianceStatus", ({ programs }) => programs.NPDES ?? "Not Applicable"],
  ["RCRAComplianceStatus", ({ programs }) => programs.RCRA ?? "Not Applicable"],
];
/** As of the real service, the longitude is sent to those only who ask for it. */
const usualMembers = members.filter(([name]) => name !== "FacLong");

/** Queries are known by their numbers for a while; the oldest are forgotten. */
const mostQueries = 200;
const queries = new Map<string, { readonly found: readonly Facility[]; readonly pageSize: number }>();
let asked = 0;

/** Answers the services of ECHO: the list of columns, a search, and the pages of what was found. */
export function answerFacilities(path: string, query: URLSearchParams): Response {
  if (query.get("output")?.toUpperCase() !== "JSON") return failure("Output Type must be JSON");
  switch (path) {
    case "/echo/echo_rest_services.metadata":
      return Response.json({ Results: { Message: "Success", Notice: notice, ResultColumns: members.map(columnOf) } });
    case "/echo/echo_rest_services.get_facilities":
      return search(query);
    case "/echo/echo_rest_services.get_qid":
      return page(query);
    default:
      return new Response("Not found", { status: 404 });
  }
}

const columnOf = ([name]: (typeof members)[number], at: number) => ({
  ...{ ColumnName: name.toUpperCase(), DataType: "VARCHAR2", DataLength: "200" },
  ...{ ColumnID: String(at + 1), ObjectName: name, Description: notice },
});

/** Errors come with status 200. */
const failure = (ErrorMessage: string) => Response.json({ Results: { Error: { ErrorMessage } } });

const earthMiles = 3958.8;

function search(query: URLSearchParams): Response {
  const numberOf = (name: string) => (query.has(name) ? Number(query.get(name)) : Number.NaN);
  const [west, south, east, north] = [
    numberOf("p_c1lon"),
    numberOf("p_c1lat"),
    numberOf("p_c2lon"),
    numberOf("p_c2lat"),
  ];
  const [latitude, longitude, radius] = [numberOf("p_lat"), numberOf("p_long"), numberOf("p_radius")];
  const isBox = [west, south, east, north].every(Number.isFinite);
  if (!isBox && ![latitude, longitude, radius].every(Number.isFinite)) {
    return failure("No search criteria were given.");
  }
  const radians = Math.PI / 180;
  const found = facilities().filter(({ at }) => {
    const [x, y] = toDegrees(at);
    if (isBox) return x >= west && x <= east && y >= south && y <= north;
    const eastward = (x - longitude) * radians * Math.cos(latitude * radians);
    return Math.hypot(eastward, (y - latitude) * radians) * earthMiles <= radius;
  });
  asked += 1;
  const queryId = String(asked);
  const pageSize = Math.max(1, Math.min(1000, Number(query.get("responseset") ?? 100)));
  queries.set(queryId, { found, pageSize });
  const [oldest] = queries.keys();
  if (queries.size > mostQueries && oldest !== undefined) queries.delete(oldest);
  const rowsOf = (program: keyof Facility["programs"]) =>
    String(found.filter(({ programs }) => programs[program] !== undefined).length);
  return Response.json({
    Results: {
      ...{ Message: "Success", Notice: notice, QueryID: queryId, QueryRows: String(found.length) },
      ...{ CAARows: rowsOf("AIR"), CWARows: rowsOf("NPDES"), RCRRows: rowsOf("RCRA"), TRIRows: rowsOf("TRI") },
    },
  });
}

function page(query: URLSearchParams): Response {
  const known = queries.get(query.get("qid") ?? "");
  if (!known) return failure("The QID is unknown or expired.");
  const numbers = query.get("qcolumns")?.split(",").map(Number);
  const chosen = numbers === undefined ? usualMembers : numbers.flatMap((number) => members.slice(number - 1, number));
  const number = Math.max(1, Number(query.get("pageno") ?? 1));
  const rows = known.found.slice((number - 1) * known.pageSize, number * known.pageSize);
  const Facilities = rows.map((facility) => Object.fromEntries(chosen.map(([name, read]) => [name, read(facility)])));
  const counted = { QueryID: query.get("qid"), QueryRows: String(known.found.length), PageNo: String(number) };
  return Response.json({ Results: { Message: "Success", Notice: notice, ...counted, Facilities } });
}
