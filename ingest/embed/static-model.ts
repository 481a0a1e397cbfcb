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

/** Reads a model file; the rows stay in the buffer they were read into. */
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
