import { normalCode } from "./district-code.ts";
import { type DistrictRegister, initialAndName } from "./district-register.ts";

/** Chapters whose rules hold for all districts, or for something other than lots and buildings. */
const otherChapters =
  /\b(?:definitions?|signs?|off-?street parking|parking and loading|nonconform\w*|administration|enforcement|procedures?|amendments?|appeals|overlay|accessory|subdivision|landscap\w+|wireless|telecommunication\w*|home occupation|supplement\w*|general provisions|planned unit|cluster|solar|fences?)\b/i;

/** "Subdivision II." is the number of a part, not the title of a chapter on subdivisions. */
const enumerator = /^\s*(?:subdivision|division|part)\s+(?:[IVX]{1,5}|[A-Z]|\d{1,3})\b/i;

/** Returns the districts of the nearest heading that names any; none below a chapter on something else. */
export function headingDistricts(headingPath: readonly string[], register: DistrictRegister): string[] {
  return nearestDistricts(headingPath, register).districts;
}

/** As `headingDistricts`, with the place of that heading in the path. */
export function nearestDistricts(
  headingPath: readonly string[],
  register: DistrictRegister,
): { readonly districts: string[]; readonly at: number } {
  for (const [at, heading] of [...headingPath.entries()].toReversed()) {
    const found = register.inLabel(heading);
    const named = found.length > 0 ? found : byName(headingPath.slice(0, at + 1), register);
    if (named.length > 0) return { districts: named, at };
    if (otherChapters.test(heading.replace(enumerator, ""))) break;
  }
  return { districts: [], at: -1 };
}

/** Chapters of standards for all districts. */
const standardChapters =
  /\b(?:general (?:provisions|requirements|regulations)|dimension\w*|area|yards?|bulk|heights?|setbacks?|density|lots?|minimum living)\b/i;
const notForAll =
  /\b(?:rear lots?|interior lots?|flag lots?|multiple buildings|special|exceptions?|permits?|existing|affordable|elderly|apartments?|condominiums?|multi-?family)\b/i;

/** Whether headings lead to standards that hold in all districts: none names a district or a special subject. */
export function isForAllDistricts(headingPath: readonly string[], register: DistrictRegister): boolean {
  const near = headingPath.slice(-3);
  return (
    near.some((heading) => standardChapters.test(heading)) &&
    !near.some(
      (heading) => notForAll.test(heading) || otherChapters.test(heading.replaceAll(/\bgeneral provisions\b/gi, "")),
    ) &&
    !headingPath.some((heading) => register.inLabel(heading).length > 0 || /\b(?:districts?|zones?)\b/i.test(heading))
  );
}

function byName(path: readonly string[], { entries }: DistrictRegister): string[] {
  const heading = path.at(-1) ?? "";
  const initial = initialAndName.exec(heading)?.[1];
  const own = entries.find(({ code }) => code === initial);
  if (own) return [own.code];
  const plain = heading.toLowerCase();
  const named = entries.filter(({ code, name }) =>
    [name ?? "", code].some((one) => one.length > 6 && plain.includes(one.toLowerCase())),
  );
  const [first] = named;
  const ofOneName = named.filter(({ name }) => name !== null && name === first?.name);
  if (ofOneName.length < 2) return named.slice(0, 1).map(({ code }) => code);
  // "2 Farming and Residential Zones" is a chapter on all districts of this name; "Signs in industrial zones" names none of them.
  const title = heading.replace(sectionMark, "");
  const isWhole = /s$/i.test(title) && normalCode(title) === normalCode(first?.name ?? "");
  const isElsewhere = path.slice(0, -1).some((above) => otherChapters.test(above.replace(enumerator, "")));
  return isWhole && !isElsewhere ? ofOneName.map(({ code }) => code) : [];
}

const sectionMark = /^\W*(?:(?:section|article|chapter|part)\s+)?(?:\d[\d.-]*|[IVX]+)\W+/i;
