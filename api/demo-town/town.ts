import { type Cadastre, makeCadastre } from "./land/scenarios.ts";

/** Names and codes of the invented town; the county and its codes exist nowhere. */
export const place = {
  town: "Alder Falls",
  county: "Marlow County",
  state: "Connecticut",
  stateCode: "CT",
  zip: "06000",
  /** A county code of the state that no county has. */
  countyFips: "09999",
  townFips: "0999900100",
} as const;

/** What stands on everything that the town serves. */
export const notice = "Synthetic data: Alder Falls is an invented town.";
/** Attribution of the data of the town. */
export const credit = "Synthetic data of the invented town of Alder Falls";

let cadastre: Cadastre | undefined;

/** Returns the parcels of the town; they are made at the first call, which takes about a second. */
export function townCadastre(): Cadastre {
  cadastre ??= makeCadastre();
  return cadastre;
}
