import proj4 from "proj4";
import { DocumentUnreadable } from "../../errors.ts";

/** Takes a position of a coordinate system to longitude and latitude in degrees, WGS 84. */
type Reproject = (position: [x: number, y: number]) => [longitude: number, latitude: number];

/** The coordinate system of a file. */
export interface CoordinateSystem {
  readonly name: string;
  readonly reproject: Reproject;
}

/** Codes that mean longitude and latitude in WGS 84, or what a map of a site cannot tell from it. */
const degrees = new Set([4326, 4269, 4979]);

/**
 * Returns the coordinate system of an EPSG code; null for longitude and latitude. Source of the definitions: Esri's list
 * of coordinate systems, which gives those of EPSG.
 *
 * @throws DocumentUnreadable for a code that is not known
 */
export async function systemOfCode(code: number): Promise<CoordinateSystem | null> {
  if (degrees.has(code)) return null;
  // The list is some megabytes of JSON: it is loaded for the files that need it.
  const { default: codes } = await import("@esri/proj-codes");
  const listed = codes.lookup(code);
  if (!listed) throw unknownSystem(`EPSG:${code}`);
  return systemOfText(listed.wkt, listed.name);
}

/** Returns the coordinate system of a definition in well-known text, as a `.prj` file has it. @throws DocumentUnreadable */
export function systemOfText(wkt: string, known?: string): CoordinateSystem {
  const name = known ?? /^\s*\w+\s*\[\s*"([^"]{1,120})"/.exec(wkt)?.[1] ?? "an unnamed system";
  try {
    const { forward } = proj4(wkt, "WGS84");
    return { name, reproject: (position) => forward(position) };
  } catch (error) {
    throw unknownSystem(name, error);
  }
}

/** The refusal of a file whose coordinate system is not known. */
export function unknownSystem(name: string, cause?: unknown): DocumentUnreadable {
  return new DocumentUnreadable(
    "document.unsupported",
    `The coordinate system of the file, ${name.slice(0, 120)}, is not known. Export it in WGS 84 (EPSG:4326).`,
    { cause },
  );
}
