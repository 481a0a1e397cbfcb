import { centerOf } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { once } from "../once.ts";
import { townCadastre } from "../town.ts";
import { addressOf, type Parcel } from "./parcels.ts";

/** A facility that an agency regulates. */
export interface Facility {
  readonly registryId: string;
  readonly name: string;
  readonly street: string;
  readonly at: Feet;
  readonly isActive: boolean;
  readonly compliance: string;
  /** Programs that list it, with the state of compliance of each. */
  readonly programs: Readonly<Partial<Record<"AIR" | "NPDES" | "RCRA" | "SDWIS" | "TRI", string>>>;
}

const inOrder = "No Violation Identified";

/** Uses of parcels on which there is a facility, and how many of them have one. */
const kinds = [
  { use: "Gasoline station", each: 1, name: "Fuel Stop", programs: { RCRA: inOrder } },
  { use: "Laboratory", each: 2, name: "Laboratory", programs: { RCRA: inOrder, AIR: inOrder } },
  { use: "Workshop", each: 2, name: "Metal Works", programs: { AIR: "Violation", TRI: inOrder, RCRA: inOrder } },
  { use: "Warehouse", each: 3, name: "Distribution", programs: { NPDES: inOrder } },
] as const;

/** The former tannery beside the brook. */
export const tannery: Facility = {
  ...{ registryId: "999000009999", name: "FORMER ALDER TANNERY (SYNTHETIC)", street: "TANNERY COURT" },
  ...{ at: [6620, 6830], isActive: false, compliance: "Significant Violation" },
  programs: { RCRA: "Significant Noncomplier" },
};

/** Returns the facilities: on parcels whose use needs a permit, and the former tannery. */
export const facilities = once((): Facility[] => {
  const { parcels } = townCadastre();
  const found = kinds.flatMap(({ use, each, name, programs }) =>
    parcels
      .filter((parcel) => parcel.use === use)
      .filter((_, at) => at % each === 0)
      .map((parcel) => facilityOn(parcel, name, programs)),
  );
  return [...found, tannery];
});

function facilityOn(parcel: Parcel, name: string, programs: Facility["programs"]): Facility {
  const isInOrder = Object.values(programs).every((state) => state === inOrder);
  return {
    registryId: `99900000${String(parcel.id).padStart(4, "0")}`,
    name: `${parcel.street} ${name} (synthetic)`.toUpperCase(),
    street: addressOf(parcel).toUpperCase(),
    at: centerOf(parcel.area),
    isActive: true,
    compliance: isInOrder ? inOrder : "Violation Identified",
    programs,
  };
}
