import type { ReportProject, StatedUse } from "./report-evidence.ts";

/** A fixed question that a report puts to the documents of a project. */
export interface Question {
  /** Stable name: "standard.min_lot_area.R-2". */
  readonly id: string;
  readonly text: string;
  /** What is searched: the law, or what the user uploaded. */
  readonly searched: "law" | "uploads";
}

/** The standards of a district that a report tabulates, with the words by which laws name them. */
export const standards = [
  { key: "min_lot_area", label: "Minimum lot area", words: "minimum lot area" },
  { key: "min_lot_frontage", label: "Minimum lot frontage or width", words: "minimum lot frontage" },
  { key: "setback_front", label: "Front setback", words: "minimum front setback" },
  { key: "setback_side", label: "Side setback", words: "minimum side setback" },
  { key: "setback_rear", label: "Rear setback", words: "minimum rear setback" },
  { key: "max_height", label: "Maximum building height", words: "maximum building height" },
  { key: "max_lot_coverage", label: "Maximum lot coverage", words: "maximum lot coverage" },
  { key: "max_density", label: "Maximum density", words: "maximum density in dwelling units per acre" },
  { key: "max_far", label: "Maximum floor area ratio", words: "maximum floor area ratio" },
] as const;

/** How laws name the building types. */
const useWords: Readonly<Record<string, string>> = {
  multifamily_garden: "multifamily dwelling",
  multifamily_midrise: "multifamily dwelling",
  townhome: "townhouse dwelling",
  mixed_use: "mixed-use building",
  retail: "retail store",
  office: "office",
  industrial: "light manufacturing",
  self_storage: "self-storage facility",
  hotel: "hotel",
  senior_living: "assisted living facility",
  mobile_home_park: "mobile home park",
  single_family: "single-family dwelling",
  subdivision: "single-family dwelling",
};

/** Returns a building type with the words of laws for it; null for an unknown one. */
export function statedUse(typology: unknown, isConfirmed: boolean): StatedUse | null {
  const words = typeof typology === "string" ? useWords[typology] : undefined;
  return words === undefined ? null : { typology: String(typology), words, isConfirmed };
}

/** Districts of the parcels, each once. */
export const districtsOf = ({ parcels }: Pick<ReportProject, "parcels">): readonly string[] => [
  ...new Set(parcels.flatMap(({ zoning: { code } }) => (code === null ? [] : [code]))),
];

/** Each more takes about two seconds. */
const mostDistricts = 3;

/** Returns the questions of a report, in the order of its sections. */
export function questionsOf({
  project,
  use,
  overlays,
}: {
  readonly project: ReportProject;
  readonly use: StatedUse | null;
  readonly overlays: readonly string[];
}): readonly Question[] {
  const districts = districtsOf(project).slice(0, mostDistricts);
  const ofDistricts = districts.flatMap((district): Question[] => [
    ...(use === null ? [] : [law(`use.${district}`, `Is a ${use.words} permitted in the ${district} district?`)]),
    ...standards.map(({ key, words }) =>
      law(`standard.${key}.${district}`, `What is the ${words} in the ${district} district?`),
    ),
    law(
      `buffer.${district}`,
      `What buffer or screening is required in the ${district} district next to a residential district?`,
    ),
  ]);
  return [
    ...ofDistricts,
    ...(use === null ? [] : [law("parking", `How many parking spaces does a ${use.words} need?`)]),
    law("rebuild", "When may a damaged nonconforming building be restored?"),
    ...overlays.map((overlay) => law(`overlay.${overlay}`, `What applies in the ${overlay} district?`)),
    law("flood", "What must the lowest floor of a building in the floodplain be elevated to?"),
    law("floodway", "What may be built in the regulatory floodway?"),
    law("wetland_buffer", "How far must a building be set back from a wetland?"),
    law("slope", "What limits building on steep slopes?"),
    law("driveway", "How wide must a driveway be?"),
    law("site_plan_decision", "Within how many days does the Commission decide on a site plan?"),
    law(
      "special_permit_decision",
      "Within how many days does the Commission decide on a special permit after the hearing?",
    ),
    law("special_permit_criteria", "What must the Commission find before it grants a special permit?"),
    law("variance", "When may a variance be granted?"),
    law("site_plan_fee", "What is the fee for a site plan application?"),
    law("special_permit_fee", "What is the fee for a special permit application?"),
    upload("geotech", "What do the borings say of groundwater, bearing capacity and fill?"),
    upload("will_serve", "Is there capacity to serve the site with water and sewer?"),
    upload("phase_i", "Which recognized environmental conditions were identified?"),
    upload("title_exceptions", "Which easements, covenants or exceptions affect the property?"),
    upload("survey", "What is the area of the property by survey and when was it surveyed?"),
    upload("delineation", "Which wetlands were delineated on the property?"),
  ];
}

const law = (id: string, text: string): Question => ({ id, text, searched: "law" });
const upload = (id: string, text: string): Question => ({ id, text, searched: "uploads" });
