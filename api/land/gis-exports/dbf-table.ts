/** A column of a dBASE table. */
interface DbfColumn {
  /** At most ten characters. */
  readonly field: string;
  readonly property: string;
  readonly type: "C" | "N" | "L";
  readonly length: number;
  readonly decimals: number;
}

/** A table of the attributes of a shapefile. */
export interface DbfTable {
  readonly bytes: Uint8Array;
  /** Name of each field, and of the property that it holds. */
  readonly fields: readonly (readonly [field: string, property: string])[];
  /** How many texts were cut at the longest length of a field. */
  readonly cut: number;
}

const longestText = 254;
const numberLength = 19;
const numberDecimals = 6;
const mostColumns = 128;

/**
 * Writes the attributes of features as dBASE III+, in UTF-8: field names of at most ten characters, texts of at most 254
 * bytes, blanks for what is not known.
 *
 * Source: ESRI Shapefile Technical Description (1998), "Attribute format"; xBase file format
 */
export function writeDbf(rows: readonly Readonly<Record<string, unknown>>[], date: Date): DbfTable {
  const columns = columnsOf(rows);
  const rowLength = 1 + columns.reduce((sum, { length }) => sum + length, 0);
  const headLength = 32 + 32 * columns.length + 1;
  const bytes = Buffer.alloc(headLength + rowLength * rows.length + 1, 0x20);
  bytes.fill(0, 0, headLength);
  bytes.writeUInt8(0x03, 0);
  bytes.writeUInt8(date.getUTCFullYear() - 1900, 1);
  bytes.writeUInt8(date.getUTCMonth() + 1, 2);
  bytes.writeUInt8(date.getUTCDate(), 3);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt16LE(headLength, 8);
  bytes.writeUInt16LE(rowLength, 10);
  columns.forEach(({ field, type, length, decimals }, at) => {
    const start = 32 + 32 * at;
    bytes.write(field, start, "ascii");
    bytes.write(type, start + 11, "ascii");
    bytes.writeUInt8(length, start + 16);
    bytes.writeUInt8(decimals, start + 17);
  });
  bytes.writeUInt8(0x0d, headLength - 1);
  let cut = 0;
  rows.forEach((row, at) => {
    let start = headLength + rowLength * at + 1;
    for (const column of columns) {
      const cell = cellOf(row[column.property], column);
      cell.bytes.copy(bytes, start);
      if (cell.isCut) cut += 1;
      start += column.length;
    }
  });
  bytes.writeUInt8(0x1a, bytes.length - 1);
  return { bytes, fields: columns.map(({ field, property }) => [field, property] as const), cut };
}

function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): DbfColumn[] {
  const properties = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, mostColumns);
  const used = new Set<string>();
  const columns = properties.map((property) => {
    const values = rows.map((row) => row[property]).filter((value) => value !== null && value !== undefined);
    const field = fieldName(property, used);
    if (values.length > 0 && values.every((value) => typeof value === "boolean")) {
      return { field, property, type: "L" as const, length: 1, decimals: 0 };
    }
    if (values.length > 0 && values.every((value) => typeof value === "number")) {
      const decimals = values.every(Number.isInteger) ? 0 : numberDecimals;
      return { field, property, type: "N" as const, length: numberLength, decimals };
    }
    const longest = Math.max(1, ...values.map((value) => Buffer.byteLength(textOf(value))));
    return { field, property, type: "C" as const, length: Math.min(longest, longestText), decimals: 0 };
  });
  // A table has at least one column.
  return columns.length > 0 ? columns : [{ field: "ID", property: "", type: "N", length: numberLength, decimals: 0 }];
}

/** Returns a name of at most ten characters that no other column has. */
function fieldName(property: string, used: Set<string>): string {
  const plain = property
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const wanted = /^[A-Z]/.test(plain) ? plain : `F_${plain}`;
  for (let number = 0; ; number += 1) {
    const ending = number === 0 ? "" : `_${number}`;
    const name = `${wanted.slice(0, 10 - ending.length)}${ending}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}

const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed();

function cellOf(value: unknown, { type, length, decimals }: DbfColumn): { bytes: Buffer; isCut: boolean } {
  const known = value !== null && value !== undefined;
  if (type === "L") return { bytes: Buffer.from(known ? (value ? "T" : "F") : "?"), isCut: false };
  if (type === "N") {
    const text = typeof value === "number" && Number.isFinite(value) ? value.toFixed(decimals) : "";
    return { bytes: Buffer.from(text.slice(0, length).padStart(length)), isCut: false };
  }
  const bytes = Buffer.from(known ? textOf(value).replaceAll("\0", "") : "");
  if (bytes.length <= length) return { bytes, isCut: false };
  // A character of several bytes is kept whole or left out.
  let end = length;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { bytes: bytes.subarray(0, end), isCut: true };
}
