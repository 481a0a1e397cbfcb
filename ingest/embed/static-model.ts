import { readFileSync } from "node:fs";

/** A static embedding model: one int8 row for each term, with the factor that restores its length. */
export interface StaticModel {
  /** Analyser the terms were made with; another analyser's terms cannot be looked up here. */
  readonly analyser: string;
  readonly dimensions: number;
  /** Row number of each term. */
  readonly rows: ReadonlyMap<string, number>;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

/** The model file that is shipped; its card is the Markdown file beside it. */
export const shippedStaticModel = new URL("./embedded-static-v4.bin", import.meta.url);

const magic = "GWSTATIC";
const layout = 1;

interface ModelHeader {
  readonly layout: number;
  readonly analyser: string;
  readonly dimensions: number;
  readonly terms: number;
  readonly termBytes: number;
}

/**
 * Writes a model as one file.
 *
 * Shape   "GWSTATIC", header length as uint32, JSON header, terms joined by line feeds, padding to four bytes,
 *         one float32 for each row, then the rows; numbers little-endian
 */
export function encodeStaticModel(model: StaticModel): Uint8Array {
  const terms = Buffer.from([...model.rows.keys()].join("\n"));
  const { analyser, dimensions } = model;
  const header: ModelHeader = { layout, analyser, dimensions, terms: model.rows.size, termBytes: terms.length };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes.length);
  const before = magic.length + 4 + headerBytes.length + terms.length;
  const padding = Buffer.alloc((4 - (before % 4)) % 4);
  const scales = Buffer.from(model.scales.buffer, model.scales.byteOffset, model.scales.byteLength);
  const values = Buffer.from(model.values.buffer, model.values.byteOffset, model.values.byteLength);
  return Buffer.concat([Buffer.from(magic), length, headerBytes, terms, padding, scales, values]);
}

/** Returns the model of a file; its rows stay in the buffer they were read into. @throws Error when it is not a model */
export function readStaticModel(path: string | URL): StaticModel {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 0, magic.length) !== magic) throw new Error(`${path} is not a static embedding model`);
  const headerStart = magic.length + 4;
  const termsStart = headerStart + bytes.readUInt32LE(magic.length);
  const header = JSON.parse(bytes.toString("utf8", headerStart, termsStart)) as ModelHeader;
  if (header.layout !== layout) throw new Error(`${path} has the layout ${header.layout}, expected ${layout}`);
  const termsEnd = termsStart + header.termBytes;
  const rows = new Map<string, number>();
  for (const term of bytes.toString("utf8", termsStart, termsEnd).split("\n")) rows.set(term, rows.size);
  const scalesStart = termsEnd + ((4 - (termsEnd % 4)) % 4);
  const valuesStart = scalesStart + header.terms * 4;
  const valuesEnd = valuesStart + header.terms * header.dimensions;
  if (rows.size !== header.terms || valuesEnd > bytes.length) throw new Error(`${path} is truncated`);
  const scales = new Float32Array(new Uint8Array(bytes.subarray(scalesStart, valuesStart)).buffer);
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + valuesStart, valuesEnd - valuesStart);
  return { analyser: header.analyser, dimensions: header.dimensions, rows, scales, values };
}

/** Returns the sum of the terms' vectors, each weighted by `1 + ln(occurrences)`, at unit length; zero when none is known. */
export function poolTerms(model: StaticModel, terms: readonly string[]): Float32Array {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const row = model.rows.get(term);
    if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  const sum = new Float32Array(model.dimensions);
  for (const [row, count] of counts) addModelRow(sum, model, row, 1 + Math.log(count));
  const length = Math.hypot(...sum);
  return length > 0 ? sum.map((value) => value / length) : sum;
}

/** Adds the vector of a row, times a weight, to a sum of the model's dimensions. */
export function addModelRow(sum: Float32Array, { scales, values }: StaticModel, row: number, weight: number): void {
  const factor = weight * (scales[row] as number);
  const start = row * sum.length;
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + factor * (values[start + at] as number);
}
