import { textIn } from "../read-value.ts";

/** Names that counties and towns give to the code and the name of a district; the first that has a value wins. */
const codeNames =
  "ZONE_CODE ZONECODE ZONING_CODE ZONINGCODE ZONING ZONE ZONE_CLASS ZONECLASS ZN ZONE_ABBR ZONE_TYPE ZONEDIST ZONE_DIST DISTRICT OVERLAY OVERLAY_CODE CODE LABEL".split(
    " ",
  );
const titleNames =
  "ZONE_NAME ZONENAME ZONING_NAME DISTRICT_NAME DISTNAME ZONE_DESC ZONEDESC ZONING_DESC ZONING_DESCRIPTION OVERLAY_NAME LONG_NAME LONGNAME DESCRIPTION DESCRIPT NAME".split(
    " ",
  );

/** Returns whether a layer states the codes of its districts. */
export function hasZoningCodes(fields: readonly string[]): boolean {
  const own = new Set(fields.map(lastSegment));
  return codeNames.some((name) => own.has(name));
}

/** Returns the code and the name of a district; undefined where no code is stated. */
export function districtIn(
  attributes: Readonly<Record<string, unknown>>,
): { readonly code: string; readonly name: string | null } | undefined {
  const code = firstOf(codeNames, attributes);
  if (code === null) return undefined;
  const name = firstOf(titleNames, attributes);
  return { code, name: name === code ? null : name };
}

function firstOf(names: readonly string[], attributes: Readonly<Record<string, unknown>>): string | null {
  const own = new Map(Object.entries(attributes).map(([name, value]) => [lastSegment(name), value]));
  for (const name of names) {
    const value = textIn(own.get(name));
    if (value !== null) return value;
  }
  return null;
}

/** Layers that join tables write the table in front. */
const lastSegment = (name: string) => name.slice(name.lastIndexOf(".") + 1).toUpperCase();
