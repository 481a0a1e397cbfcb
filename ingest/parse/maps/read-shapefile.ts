import { unzipSync } from "fflate";
import { combine, parseDbf, parseShp } from "shpjs";
import { DocumentUnreadable } from "../../errors.ts";
import { assertZipIsHarmless } from "../zip-guard.ts";
import { systemOfText } from "./coordinate-system.ts";
import type { FoundLayer } from "./map-layer.ts";

/** The files of a shapefile that are read; indexes are left packed. */
const parts = /\.(shp|dbf|prj|cpg)$/i;

/**
 * Reads a zipped shapefile: a layer for each `.shp` in it, with the attributes of its `.dbf` and the coordinate system of
 * its `.prj`. Without a `.prj` the positions have to be longitudes and latitudes.
 *
 * @throws DocumentUnreadable
 */
export async function readShapefile(bytes: Uint8Array): Promise<FoundLayer[]> {
  await assertZipIsHarmless(bytes);
  const files = unzipSync(bytes, {
    filter: ({ name }) => parts.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name),
  });
  const byName = new Map(Object.entries(files).map(([name, file]) => [name.toLowerCase(), file]));
  const shapes = Object.keys(files).filter((name) => /\.shp$/i.test(name));
  if (shapes.length === 0) throw new DocumentUnreadable("document.empty", "The ZIP file holds no .shp file.");
  return shapes.map((shape) => {
    const stem = shape.slice(0, -4);
    const part = (extension: string) => byName.get(`${stem}.${extension}`.toLowerCase());
    return layerOf(stem.split("/").at(-1) ?? stem, {
      shp: part("shp"),
      dbf: part("dbf"),
      prj: part("prj"),
      cpg: part("cpg"),
    });
  });
}

/** What attributes are written in where no `.cpg` says so. */
const usualEncoding = new TextEncoder().encode("windows-1252");

type Files = Readonly<Record<"shp" | "dbf" | "prj" | "cpg", Uint8Array | undefined>>;

function layerOf(name: string, { shp, dbf, prj, cpg }: Files): FoundLayer {
  const text = (part: Uint8Array | undefined) => (part ? new TextDecoder("latin1").decode(part).trim() : "");
  const system = text(prj) === "" ? null : systemOfText(text(prj));
  try {
    const geometries = parseShp(copyOf(shp));
    const rows = dbf ? parseDbf(copyOf(dbf), copyOf(cpg ?? usualEncoding)) : [];
    const { features } = combine([geometries, rows]);
    return { name, features, from: system };
  } catch (error) {
    const internal = error instanceof Error ? error.message.slice(0, 200) : "";
    const detail = `The shapefile "${name.slice(0, 80)}" is damaged. Export it again with all its parts.`;
    throw new DocumentUnreadable("document.truncated", detail, { internal, cause: error });
  }
}

/** The readers take bytes that begin at their buffer's beginning. */
function copyOf(part: Uint8Array | undefined): ArrayBuffer {
  return (part ?? new Uint8Array()).slice().buffer as ArrayBuffer;
}
