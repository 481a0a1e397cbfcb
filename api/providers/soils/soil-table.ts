import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";

/** A row of an answer; the service writes every value as text. */
export type SoilRow = Readonly<Record<string, string | null>>;

/** The service cuts longer answers off, or refuses them. */
const mostRows = 100_000;
const daySeconds = 86_400;

/**
 * Asks the tabular service a query and returns its rows, by the names of their columns. No rows is an answer.
 *
 * @see https://sdmdataaccess.nrcs.usda.gov/WebServiceHelp.aspx
 * @throws ProviderFault, also when a column is missing or the answer may have been cut off
 */
export function querySoils(
  client: ProviderClient,
  asked: { readonly statement: string; readonly columns: readonly string[]; readonly signal: AbortSignal | undefined },
) {
  const form = { query: asked.statement, format: "JSON+COLUMNNAME" };
  const limits = { attemptMs: 24_000, totalMs: 28_000, freshForSeconds: 7 * daySeconds, signal: asked.signal };
  return client.json({ path: "", form, ...limits }, (body) => rowsIn(body, asked.columns, client.description.name));
}

function rowsIn(body: unknown, columns: readonly string[], name: string): SoilRow[] {
  const { Table: table } = valuesIn(body);
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  // An answer without rows is an empty object.
  if (isObject && Object.keys(body).length === 0) return [];
  if (!Array.isArray(table) || !table.every(Array.isArray)) {
    throw new ProviderFault("passing", `${name} sent no table.`);
  }
  const [names = [], ...rest] = table;
  const places = columns.map((column) => names.findIndex((each: unknown) => textIn(each)?.toLowerCase() === column));
  const lacking = columns.filter((_, at) => places[at] === -1);
  if (lacking.length > 0) throw new ProviderFault("permanent", `${name} sent no column ${lacking.join(", ")}.`);
  const rows = rest.filter((row) => !isMetadata(row));
  if (rows.length >= mostRows) throw new ProviderFault("permanent", `${name} has more rows here than it returns.`);
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, textIn(row[places[at] ?? -1])])));
}

/** In one of its formats the service describes the columns in the row after their names. */
const isMetadata = (row: readonly unknown[]) =>
  row.length > 0 && row.every((value) => typeof value === "string" && value.startsWith("ColumnOrdinal="));
