/** States and territories by their postal letters. Source: USPS Publication 28, appendix B. */
const states: Readonly<Record<string, string>> = {
  al: "alabama",
  ak: "alaska",
  az: "arizona",
  ar: "arkansas",
  ca: "california",
  co: "colorado",
  ct: "connecticut",
  de: "delaware",
  dc: "district of columbia",
  fl: "florida",
  ga: "georgia",
  hi: "hawaii",
  id: "idaho",
  il: "illinois",
  in: "indiana",
  ia: "iowa",
  ks: "kansas",
  ky: "kentucky",
  la: "louisiana",
  me: "maine",
  md: "maryland",
  ma: "massachusetts",
  mi: "michigan",
  mn: "minnesota",
  ms: "mississippi",
  mo: "missouri",
  mt: "montana",
  ne: "nebraska",
  nv: "nevada",
  nh: "new hampshire",
  nj: "new jersey",
  nm: "new mexico",
  ny: "new york",
  nc: "north carolina",
  nd: "north dakota",
  oh: "ohio",
  ok: "oklahoma",
  or: "oregon",
  pa: "pennsylvania",
  pr: "puerto rico",
  ri: "rhode island",
  sc: "south carolina",
  sd: "south dakota",
  tn: "tennessee",
  tx: "texas",
  ut: "utah",
  vt: "vermont",
  va: "virginia",
  vi: "virgin islands",
  wa: "washington",
  wv: "west virginia",
  wi: "wisconsin",
  wy: "wyoming",
  gu: "guam",
  as: "american samoa",
  mp: "northern mariana islands",
};

/**
 * Gives the key under which the published law of a place is kept, such as `us/ma/somerville` or `us/va/loudoun-county`;
 * null when the state, or both municipality and county, are not known.
 */
export function jurisdictionKey(
  place: { readonly municipality: string | null; readonly county: string | null; readonly state: string | null } | null,
): string | null {
  const state = place && stateLetters(place.state ?? "");
  if (!place || state === undefined) return null;
  const municipality = slug(place.municipality ?? "").replace(/^(?:city|town|village|township|borough)-of-/, "");
  if (municipality !== "") return `us/${state}/${municipality}`;
  const county = slug(place.county ?? "").replace(/-(?:county|parish)$/, "");
  return county === "" ? null : `us/${state}/${county}-county`;
}

function stateLetters(given: string): string | undefined {
  const name = given.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (Object.hasOwn(states, name)) return name;
  return Object.keys(states).find((letters) => states[letters] === name);
}

const slug = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
