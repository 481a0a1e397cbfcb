import type { Box } from "../../geometry/box.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import { textIn, valuesIn } from "../read-value.ts";

/** A facility as the service writes it: all values are texts. */
export type EchoFacility = Readonly<Record<string, unknown>>;

/** Members of a facility that are read; more than the service sends unless it is asked. */
const wanted = [
  ...["FacName", "RegistryID", "FacLat", "FacLong", "FacComplianceStatus", "FacActiveFlag"],
  ...["AIRFlag", "NPDESFlag", "RCRAFlag", "SDWISFlag", "TRIFlag"],
  ...["CAAComplianceStatus", "CWAComplianceStatus", "RCRAComplianceStatus", "SDWAComplianceStatus"],
];
const pageSize = 100;
/** More are not listed one by one; the box is searched in parts. */
const mostInBox = 1_000;
/** Boxes are cut into quarters so many times. */
const deepest = 3;
/** The service keeps a query for about 30 minutes. */
const freshForSeconds = 1_200;
const daySeconds = 86_400;
const patience = { attemptMs: 20_000, totalMs: 45_000 };

interface Search {
  readonly client: ProviderClient;
  /** Numbers of the wanted members; null where the service does not tell them. */
  readonly columns: string | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Lists the facilities in a box. Where a box has more than the service counts, its quarters are searched.
 *
 * @throws ProviderFault
 */
export async function searchFacilities(
  client: ProviderClient,
  box: Box,
  signal: AbortSignal | undefined,
): Promise<{ readonly facilities: readonly EchoFacility[]; readonly provenance: Provenance }> {
  const search: Search = { client, columns: await columnNumbers(client, signal), signal };
  const { facilities, provenance } = await searchBox(search, box, 0);
  const byId = new Map(facilities.map((facility) => [textIn(facility.RegistryID), facility]));
  if (byId.has(null)) {
    throw new ProviderFault("permanent", `${client.description.name} sent a facility without a number.`, {
      provenance,
    });
  }
  return { facilities: [...byId.values()], provenance };
}

async function searchBox(
  search: Search,
  box: Box,
  depth: number,
): Promise<{ readonly facilities: readonly EchoFacility[]; readonly provenance: Provenance }> {
  const found = await count(search, box, freshForSeconds);
  const { provenance } = found;
  if (found.body.kind === "too_many") {
    if (depth === deepest) {
      const { name } = search.client.description;
      throw new ProviderFault("permanent", `${name} has more facilities here than it returns.`, { provenance });
    }
    const facilities: EchoFacility[] = [];
    for (const quarter of quartersOf(box)) facilities.push(...(await searchBox(search, quarter, depth + 1)).facilities);
    return { facilities, provenance };
  }
  const listed = await list(search, found.body);
  if (listed !== "expired") return { facilities: listed, provenance };
  // An answer of ours that was kept may be older than the query of the service.
  const again = await count(search, box, 0);
  const second = again.body.kind === "found" ? await list(search, again.body) : "expired";
  if (second !== "expired") return { facilities: second, provenance: again.provenance };
  throw new ProviderFault("passing", `${search.client.description.name} no longer has the results of the search.`, {
    provenance,
  });
}

function quartersOf([west, south, east, north]: Box): Box[] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return [
    [west, south, x, y],
    [x, south, east, y],
    [west, y, x, north],
    [x, y, east, north],
  ];
}

type Counted =
  | { readonly kind: "too_many" }
  | { readonly kind: "found"; readonly queryId: string; readonly rows: number };

function count({ client, signal }: Search, [west, south, east, north]: Box, freshFor: number) {
  const query = {
    ...{ output: "JSON", responseset: pageSize },
    ...{ p_c1lon: west.toFixed(6), p_c1lat: south.toFixed(6), p_c2lon: east.toFixed(6), p_c2lat: north.toFixed(6) },
  };
  const { name } = client.description;
  const request = { path: "/echo_rest_services.get_facilities", query, freshForSeconds: freshFor, ...patience, signal };
  return client.json(request, (body): Counted => {
    const { QueryID, QueryRows, error } = resultsIn(body, name);
    if (error !== null && /limit/i.test(error)) return { kind: "too_many" };
    if (error !== null) throw faultOf(error, name);
    const [queryId, rows] = [textIn(QueryID), Number(textIn(QueryRows) ?? Number.NaN)];
    if (queryId === null || !Number.isInteger(rows)) {
      throw new ProviderFault("passing", `${name} did not state how many facilities it found.`);
    }
    return rows > mostInBox ? { kind: "too_many" } : { kind: "found", queryId, rows };
  });
}

/** Returns all facilities of a query; `expired` when the service no longer knows it. */
async function list(
  { client, columns, signal }: Search,
  { queryId, rows }: Extract<Counted, { kind: "found" }>,
): Promise<readonly EchoFacility[] | "expired"> {
  const { name } = client.description;
  const facilities: EchoFacility[] = [];
  for (let page = 1; facilities.length < rows; page += 1) {
    const query = { output: "JSON", qid: queryId, pageno: page, ...(columns === null ? {} : { qcolumns: columns }) };
    const request = { path: "/echo_rest_services.get_qid", query, freshForSeconds, ...patience, signal };
    const { body } = await client.json(request, (given) => {
      const { Facilities: listed, error } = resultsIn(given, name);
      if (error !== null && /\b(?:qid|query\s?id|expired)\b/i.test(error)) return "expired" as const;
      if (error !== null) throw faultOf(error, name);
      if (!Array.isArray(listed) || listed.length === 0) {
        throw new ProviderFault("passing", `${name} listed fewer facilities than it found.`);
      }
      return listed.map(valuesIn);
    });
    if (body === "expired") return body;
    facilities.push(...body);
  }
  return facilities;
}

/** Errors come with status 200. */
function resultsIn(body: unknown, name: string): Readonly<Record<string, unknown>> & { readonly error: string | null } {
  const { Results } = valuesIn(body);
  if (typeof Results !== "object" || Results === null) throw new ProviderFault("passing", `${name} sent no results.`);
  const results = valuesIn(Results);
  const { Error: error } = results;
  const isError = error !== undefined && error !== null;
  return { ...results, error: isError ? (textIn(valuesIn(error).ErrorMessage) ?? "no message") : null };
}

function faultOf(error: string, name: string): ProviderFault {
  const more = { internal: error.slice(0, 300) };
  if (/robot|programmed/i.test(error))
    return new ProviderFault("refused", `${name} refuses requests of programs.`, more);
  if (/throttl|too many|exceeded/i.test(error)) {
    return new ProviderFault("busy", `${name} rejected the request: its rate limit is reached.`, {
      ...more,
      retryAfterSeconds: 600,
    });
  }
  return new ProviderFault("passing", `${name} answered with an error.`, more);
}

/** Members are chosen by numbers, which the service lists and changes. */
async function columnNumbers(client: ProviderClient, signal: AbortSignal | undefined): Promise<string | null> {
  const path = "/echo_rest_services.metadata";
  const request = { path, query: { output: "JSON" }, freshForSeconds: daySeconds, ...patience, signal };
  try {
    return (await client.json(request, numbersIn)).body;
  } catch (error) {
    // Without the list the usual members are asked for.
    if (error instanceof ProviderFault && error.kind === "permanent") return null;
    throw error;
  }
}

function numbersIn(body: unknown): string | null {
  const { ResultColumns: listed } = valuesIn(valuesIn(body).Results);
  if (!Array.isArray(listed)) return null;
  const numbers = listed.map(valuesIn).flatMap(({ ObjectName, ColumnID }) => {
    const number = textIn(ColumnID);
    return wanted.includes(textIn(ObjectName) ?? "") && number !== null && /^\d{1,4}$/.test(number) ? number : [];
  });
  return numbers.length === 0 ? null : numbers.join(",");
}
