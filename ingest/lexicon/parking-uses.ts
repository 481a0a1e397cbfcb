/** The uses whose parking ratios are read, with the words by which rows name them; narrow ones first. */
export const parkingUses: readonly {
  readonly key: string;
  readonly any: readonly string[];
  readonly none: readonly string[];
}[] = [
  { key: "senior_living", any: ["assisted living", "senior", "elderly", "congregate", "retirement"], none: [] },
  { key: "mobile_home", any: ["mobile home", "manufactured home"], none: ["sales"] },
  { key: "townhouse", any: ["townhouse", "townhome", "row house", "attached dwelling"], none: [] },
  {
    key: "multifamily",
    any: ["multifamily", "multi family", "multiple family", "apartment", "multiple dwelling"],
    none: ["two"],
  },
  { key: "two_family", any: ["two family", "duplex", "2 family"], none: ["multi"] },
  { key: "single_family", any: ["single family", "one family", "single detached"], none: ["two", "multi"] },
  { key: "dwelling", any: ["dwelling", "residential", "residence"], none: ["home", "care"] },
  { key: "hotel", any: ["hotel", "motel", "temporary lodging"], none: ["restaurant"] },
  { key: "bed_and_breakfast", any: ["bed and breakfast", "tourist home"], none: [] },
  { key: "restaurant", any: ["restaurant", "tavern", "eating", "cafe"], none: ["drive"] },
  {
    key: "medical_office",
    any: ["medical office", "dental office", "medical and dental", "medical or dental", "clinic"],
    none: [],
  },
  { key: "bank", any: ["bank", "financial"], none: [] },
  { key: "office", any: ["office"], none: ["medical", "home", "dental", "post"] },
  { key: "shopping_center", any: ["shopping center"], none: [] },
  { key: "food_store", any: ["food store", "supermarket", "grocery"], none: [] },
  {
    key: "retail",
    any: ["retail", "store", "shop"],
    none: ["wholesale", "furniture", "shopping", "food store", "storage", "cannabis", "marijuana"],
  },
  { key: "personal_service", any: ["personal service", "beauty", "barber"], none: [] },
  { key: "place_of_assembly", any: ["theater", "church", "worship", "religious", "auditorium", "assembly"], none: [] },
  { key: "rooming_house", any: ["rooming house", "boarding house", "lodging house"], none: [] },
  { key: "elementary_school", any: ["elementary"], none: [] },
  { key: "self_storage", any: ["self storage", "self service storage", "mini warehouse", "ministorage"], none: [] },
  { key: "warehouse", any: ["warehous", "distribution", "wholesale"], none: ["mini"] },
  { key: "industrial", any: ["industrial", "manufactur"], none: ["home"] },
  { key: "day_care", any: ["day care", "daycare", "child care", "nursery school"], none: [] },
  { key: "hospital", any: ["hospital"], none: ["animal"] },
];

/** Uses that are dwellings of one kind. */
export const dwellingUses: readonly string[] = [
  ...["senior_living", "mobile_home", "townhouse", "multifamily", "two_family", "single_family"],
];
