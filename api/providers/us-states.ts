/** States, territories and their postal codes. */
const states =
  "Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Puerto Rico PR,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY"
    .split(",")
    .map((pair) => ({ name: pair.slice(0, -3), code: pair.slice(-2) }));
const codeByName = new Map(states.map(({ name, code }) => [name.toUpperCase(), code]));
const nameByCode = new Map(states.map(({ name, code }) => [code, name]));

/** Returns the postal code of a state given by name or by code; null for anything else. */
export function stateCode(state: string): string | null {
  const plain = state
    .normalize("NFKD")
    .replace(/[^A-Za-z]+/g, " ")
    .trim()
    .toUpperCase();
  return nameByCode.has(plain) ? plain : (codeByName.get(plain) ?? null);
}

/** Returns the name of a state given by name or by code; null for anything else. */
export function stateName(state: string): string | null {
  const code = stateCode(state);
  return code === null ? null : (nameByCode.get(code) ?? null);
}
