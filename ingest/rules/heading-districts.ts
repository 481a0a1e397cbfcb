import type { DistrictRegister } from "./district-register.ts";

/** Chapters whose rules hold for all districts, or for something other than lots and buildings. */
const otherChapters =
  /\b(?:definitions?|signs?|off-?street parking|parking and loading|nonconform\w*|administration|enforcement|procedures?|amendments?|appeals|overlay|accessory|subdivision|landscap\w+|wireless|telecommunication\w*|home occupation|supplement\w*|general provisions|planned unit|cluster|solar|fences?)\b/i;

/** Returns the districts of the nearest heading that names any; none below a chapter on something else. */
export function headingDistricts(headingPath: readonly string[], register: DistrictRegister): string[] {
  for (const heading of headingPath.toReversed()) {
    const found = register.inLabel(heading);
    const named = found.length > 0 ? found : byName(heading, register);
    if (named.length > 0) return named;
    if (otherChapters.test(heading)) return [];
  }
  return [];
}

function byName(heading: string, { entries }: DistrictRegister): string[] {
  const plain = heading.toLowerCase();
  return entries
    .filter(({ name }) => name !== null && name.length > 6 && plain.includes(name.toLowerCase()))
    .map(({ code }) => code)
    .slice(0, 1);
}
