import { centerOf, type FeetArea, squareFeetOf } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";
import { tannery } from "./facilities.ts";
import { addressOf } from "./parcels.ts";

/** A site that is cleaned up under a program. */
export interface CleanupSite {
  readonly registryId: string;
  /** Number of the site in its program. */
  readonly programId: string;
  readonly name: string;
  readonly street: string;
  readonly at: Feet;
}

/** Half of the sides of the yard of the former tannery, in feet. */
const yard = { east: 150, north: 95 };

/** Returns the Superfund sites: the yard of the former tannery beside the brook. */
export const superfundSites = once((): (CleanupSite & { readonly area: FeetArea; readonly acres: number })[] => {
  const [x, y] = tannery.at;
  const area: FeetArea = [
    [
      [
        [x - yard.east, y - yard.north],
        [x + yard.east, y - yard.north + 30],
        [x + yard.east, y + yard.north],
        [x - yard.east, y + yard.north - 20],
      ],
    ],
  ];
  return [
    {
      ...{ registryId: tannery.registryId, programId: "CTD999900001", name: tannery.name, street: tannery.street },
      ...{ at: tannery.at, area, acres: Number((squareFeetOf(area) / 43_560).toFixed(2)) },
    },
  ];
});

/** Returns the brownfields: stores that were dry cleaners, whose ground was assessed. */
export const brownfields = once((): CleanupSite[] =>
  townCadastre()
    .parcels.filter(({ use }) => use === "Store")
    .filter((_, at) => at % 9 === 4)
    .map((parcel) => ({
      registryId: `99905000${String(parcel.id).padStart(4, "0")}`,
      programId: `99${String(parcel.id).padStart(4, "0")}`,
      name: `${parcel.street} former dry cleaner (synthetic)`.toUpperCase(),
      street: addressOf(parcel).toUpperCase(),
      at: centerOf(parcel.area),
    })),
);
