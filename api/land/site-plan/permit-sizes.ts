import { usesNamed } from "../../../ingest/index.ts";
import type { DistrictCriteria } from "../design-criteria/criteria.ts";
import { placeCited, valuesOf } from "../interview/interview-context.ts";
import type { CompiledPlan } from "./engine/compiled-plan.ts";

/** A zone with the uses that its buildings are for. */
interface ZoneUses {
  readonly zoneId: string;
  readonly uses: readonly { readonly criteria: readonly string[] }[];
}

const upTo = /\bup to ([\d,]{1,9})/i;
const shown = (value: number) => Math.round(value).toLocaleString("en-US");

/**
 * Returns, as sentences, the permits that the size of a concept needs: its largest building is larger than a use may be without one, or it
 * has more dwellings.
 */
export function permitsBySize(
  { objects }: Pick<CompiledPlan, "objects">,
  criteria: DistrictCriteria | undefined,
  zones: readonly ZoneUses[],
): string[] {
  const notes = valuesOf(criteria, "permit_above").flatMap(({ value, unit, condition, citations }) => {
    const words = condition ?? "";
    const named = usesNamed(words);
    const most = Number(upTo.exec(words)?.[1]?.replaceAll(",", "") ?? Infinity);
    return zones.flatMap(({ zoneId, uses }): string[] => {
      // A rule for all buildings names no use.
      const isMeant = named.length === 0 || uses.some(({ criteria: own }) => own.some((use) => named.includes(use)));
      const own = objects.filter((each) => each.zoneId === zoneId && each.objectType === "building");
      const numbers = (name: string) => own.map(({ measurements }) => Number(measurements[name] ?? 0));
      const isArea = unit === "sq ft";
      const size = isArea ? Math.max(0, ...numbers("gfa_sf")) : numbers("units").reduce((sum, each) => sum + each, 0);
      if (!isMeant || size <= Number(value) || size > most) return [];
      const built = isArea ? `its largest building has ${shown(size)} sq ft` : `it has ${shown(size)} dwelling units`;
      const rule = /\d/.test(words) ? words : `${words} of more than ${shown(Number(value))} ${unit}`;
      return [`The size of this concept needs a special permit: ${built}. “${rule}”${placeCited(citations)}.`];
    });
  });
  return [...new Set(notes)];
}
