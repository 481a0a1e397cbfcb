import { analyse } from "../../../ingest/index.ts";

/** Words of the names of a whole class, which take in each plain thing of it: a shop is of "Retail sales", a shed of "Accessory buildings". */
export const wideNamesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    retail: "general retail sale sales store stores shop shops trade merchandise department",
    fence: "fence fences fencing",
    shed: "customary accessory buildings structures outbuildings shed sheds tool garden",
  }).map(([kind, words]) => [kind, new Set(analyse(words))]),
);
/** Words of a question that make no other use of a plain thing; in an entry they narrow it: "Small retail shops", "Picket fences". */
export const ofAnyForm = new Set(analyse("new small single wood wooden picket privacy"));

/** Synonyms within a kind whose other names are broader or different: a nightclub is not a tavern, a doctor no clinic. */
export const otherNamesOf: ReadonlyMap<string, readonly (readonly string[][])[]> = new Map(
  Object.entries({
    chicken: [["chicken", "hen", "poultry", "fowl"]],
    horse: [["horse", "equine", "pony"]],
    restaurant: [["restaurant", "eating establishment", "eating place"]],
    "group home": [["group home", "community residence", "community residential home"]],
    beauty: [["hair salon", "hairdresser", "beauty salon", "beauty shop", "beauty parlor", "beauty parlour"]],
    warehouse: [["warehouse", "warehousing"]],
    stable: [
      ["riding stable", "riding academy", "riding school", "riding lessons", "horse boarding", "boarding of horses"],
    ],
    orchard: [["orchard"]],
    rooster: [["rooster"]],
    bar: [["bar", "tavern", "pub", "drinking establishment"]],
    wireless: [["cell tower", "wireless tower", "wireless telecommunications tower", "telecommunications tower"]],
    medical: [
      ["dentist", "dental office", "dentist office", "dental practice", "dental clinic"],
      ["doctor", "doctor office", "physician", "physician office", "medical office"],
    ],
  }).map(([kind, groups]) => [kind, groups.map((names) => names.map((name) => analyse(name)))]),
);
