import type { StatePlane } from "../geometry/state-plane.ts";

/** Says that a state plane zone was chosen by place, where that leaves doubt. */
export function zoneWarnings({ name, isApproximate }: StatePlane): string[] {
  return isApproximate
    ? [
        `${name} was chosen by the place of the site; state plane zones follow county lines, and the county of the site is not known. Check the zone.`,
      ]
    : [];
}
