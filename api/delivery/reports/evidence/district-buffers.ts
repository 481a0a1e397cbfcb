import type { LawReader } from "./law-reader.ts";
import type { BufferRow } from "./wetland-buffers.ts";

const ofBuffers = /\b(?:buffers?|buffer ?yards?|transition(?:al)? yards?)\b/i;
const mostRows = 3;

/** Whether a label that names a district is about every use there, or names the stated one. */
function isOfUse(label: string, use: string | null): boolean {
  const [own = ""] = use?.toLowerCase().split(/[\s-]/) ?? [];
  return (
    /^(?:[Aa]ny|[Aa]ll|[Ee]very|[Ee]ach)\b|^[A-Z0-9, -]+(?: (?:and|or) [A-Z0-9-]+)*\b(?: (?:districts?|zones?))?$/.test(
      label,
    ) ||
    (own !== "" && label.toLowerCase().includes(own))
  );
}

/**
 * Returns the rows of tables of buffers between districts whose label names a district by its code, and every use or the
 * stated one there, in the order of the law.
 */
export async function readDistrictBuffers(
  law: LawReader,
  district: string,
  use: string | null,
): Promise<readonly BufferRow[]> {
  const passages = await law.search("minimum width of buffers between districts along a lot line");
  const code = district.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`);
  const named = new RegExp(String.raw`(?<![\w-])${code}(?![\w-])[^.;]{0,40}\b(?:districts?|zones?)\b`);
  const rows = passages.flatMap((passage) =>
    passage.rows.flatMap((row) => {
      const isOnBuffers = ofBuffers.test([row.caption ?? "", ...passage.headingPath.slice(-1)].join(" "));
      const cells = row.cells.filter(({ value }) => /^(?:\d|none\b)/i.test(value.trim()));
      const isOwn = named.test(row.label) && isOfUse(row.label, use);
      return isOnBuffers && isOwn && cells.length > 0 ? [{ passage, row, cells }] : [];
    }),
  );
  const own = rows.filter(({ row }, at) => rows.findIndex((other) => other.row.label === row.label) === at);
  const found = await Promise.all(
    own.slice(0, mostRows).map(async ({ passage, row, cells }) => ({
      ...{ label: row.label, caption: row.caption ?? null, passage: await law.cite(passage, row) },
      cells: cells.map(({ column, value }) => ({ column, value: value.trim() })),
    })),
  );
  return found.flatMap(({ passage, ...row }) => (passage ? [{ ...row, passage }] : []));
}
