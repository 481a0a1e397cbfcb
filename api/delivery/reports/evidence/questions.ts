import type { ItemPatterns } from "./document-items.ts";
import type { ReportProject, StatedUse } from "./report-evidence.ts";

/** A fixed question that a report puts to the documents of a project. */
export interface Question {
  /** Stable name: "standard.min_lot_area.R-2". */
  readonly id: string;
  readonly text: string;
  /** What is searched: the law, or what the user uploaded. */
  readonly searched: "law" | "uploads";
  /** Items that are quoted where nothing answers the question; with `all`, every one of them instead of an answer. */
  readonly items?: ItemPatterns & { readonly all?: boolean };
  /** Patterns that a provision and its headings must all match to be printed for the question. */
  readonly about?: readonly RegExp[];
}

/** A standard of a district. Setbacks are asked together too: `side` tells which sentence is about which one. */
interface Standard {
  readonly key: string;
  readonly label: string;
  readonly words: string;
  readonly side?: RegExp;
}

/** The standards of a district that a report tabulates, with the words by which laws name them. */
export const standards: readonly Standard[] = [
  { key: "min_lot_area", label: "Minimum lot area", words: "minimum lot area" },
  { key: "min_lot_frontage", label: "Minimum lot frontage or width", words: "minimum lot frontage" },
  {
    key: "setback_front",
    label: "Front setback",
    words: "minimum front setback",
    side: /\bfront (?:yard )?setback is\b/i,
  },
  { key: "setback_side", label: "Side setback", words: "minimum side setback", side: /\bside (?:yard )?setback is\b/i },
  { key: "setback_rear", label: "Rear setback", words: "minimum rear setback", side: /\brear (?:yard )?setback is\b/i },
  { key: "max_height", label: "Maximum building height", words: "maximum building height" },
  { key: "max_lot_coverage", label: "Maximum lot coverage", words: "maximum lot coverage" },
  { key: "max_density", label: "Maximum density", words: "maximum density in dwelling units per acre" },
  { key: "max_far", label: "Maximum floor area ratio", words: "maximum floor area ratio" },
];

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

/** Uses that goals name and that are no building type of the service. */
const namedUses: readonly (readonly [RegExp, string])[] = [
  [/\b(?:two[- ]family|duplex)\b/i, "two-family dwelling"],
  [/\b(?:three[- ]family|triplex)\b/i, "three-family dwelling"],
  [/\baccessory (?:dwelling|apartment)\b/i, "accessory dwelling unit"],
  [/\brestaurant\b/i, "restaurant"],
  [/\b(?:gas|gasoline|filling) station\b/i, "gasoline station"],
  [/\bwarehouse\b/i, "warehouse"],
  [/\bday ?care\b/i, "day care center"],
];

/** Returns a building type with the words of laws for it; null for an unknown one. */
export function statedUse(typology: unknown, isConfirmed: boolean): StatedUse | null {
  const words = typeof typology === "string" ? useWords[typology] : undefined;
  return words === undefined ? null : { typology: String(typology), words, isConfirmed };
}

/** Returns the use that a goal names in words; null where it names none that is known here. */
export function namedUse(goal: string): StatedUse | null {
  const [, words] = namedUses.find(([pattern]) => pattern.test(goal)) ?? [];
  return words === undefined ? null : { typology: words.replaceAll(/[^a-z]+/g, "_"), words, isConfirmed: false };
}

/** Returns the use that a concept builds; null for an unknown one. */
export function conceptUse({ workflowLabel, typology }: { readonly workflowLabel: string; readonly typology: string }) {
  const named = namedUse(workflowLabel);
  return named === null ? statedUse(typology, true) : { ...named, isConfirmed: true };
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
    law(`setbacks.${district}`, `What are the minimum lot area, lot width and setbacks in the ${district} district?`),
    ...standards.map(({ key, words }) =>
      law(`standard.${key}.${district}`, `What is the ${words} in the ${district} district?`),
    ),
    law(
      `buffer.${district}`,
      `What buffer is required along a lot line of the ${district} district?`,
      ofBuffers,
      ofLines,
    ),
  ]);
  return [
    ...ofDistricts,
    ...(use === null
      ? []
      : [law("parking", `How many parking spaces does a ${use.words} need?`, /\b(?:parking|spaces?)\b/i)]),
    law(
      "driveway",
      `How wide must a driveway${/-family/.test(use?.words ?? "") ? ` to a ${use?.words}` : ""} be?`,
      ofDriveways,
      notOfCulverts,
    ),
    ...lawQuestions,
    ...overlays.map((overlay) => law(`overlay.${overlay}`, `What is required in the ${overlay} District?`)),
    ...uploadQuestions,
  ];
}

function law(id: string, text: string, ...about: readonly RegExp[]): Question {
  return { id, text, searched: "law", about };
}
function upload(id: string, text: string, items?: Question["items"]): Question {
  return { id, text, searched: "uploads", ...(items ? { items } : {}) };
}

const recorded = String.raw`\b(?:recorded|volume|vol\.|book|liber|instrument|reception|page|pg\.)`;
const exceptions: Question["items"] = {
  all: true,
  under: /\bschedule b\b|\bexceptions?\b/i,
  says: new RegExp(
    String.raw`\b(?:easements?|rights?[ -]of[ -]way|covenants?|restrictions?|liens?|mortgages?|encroachments?|leases?)\b.*${recorded}`,
    "i",
  ),
};
const legalDescription: Question["items"] = {
  says: /\b(?:beginning at|commencing at|all that certain|thence [NS]|described as follows)\b|\blot \d+\b.{0,80}\b(?:map|plat|plan|subdivision)\b/i,
};
const surveyed: Question["items"] = {
  says: /\bsurvey(?:ed|or)?\b.*\b(?:(?:19|20)\d\d|acres|square feet)\b|\b(?:acres|square feet)\b.*\bsurvey/i,
};

const ofBuffers = /\b(?:buffer\w*|screen\w*|landscap\w*)\b/i;
const ofLines = /\b(?:lots?|property|boundar\w+|districts?|zones?|abut\w*|adjoin\w*|adjacent)\b/i;
const ofDamage = /\b(?:damage\w*|destr\w+|casualty|rebuil\w+|restor\w+|reconstruct\w*)\b/i;
const ofWetlands = /\b(?:wetlands?|watercourses?)\b/i;
const ofReview = /\b(?:permits?|agency|commission|review areas?|regulated)\b/i;
const ofStorms = /\b(?:storm\s?-?water|run-?off|drainage|storms?)\b/i;
const ofDriveways = /\bdriveways?\b[^.;]{0,60}\b(?:shall|must|may|feet)\b|\b(?:width|wide)\b[^.;]{0,40}\bdriveways?\b/i;

const notOfCulverts = /^(?!.*\bculverts?\b)/is;

const lawQuestions: readonly Question[] = [
  law("rebuild", "When may a damaged nonconforming building be restored?", ofDamage, /\bnon-?conform\w*/i),
  law("floodway", "What is prohibited in the floodway?", /\bflood\w*/i),
  law("wetland_buffer", "What upland review area applies around wetlands?", ofWetlands, ofReview),
  law("slope", "What share of steep slopes may be disturbed?", /\b(?:slopes?|grades?|steep)\b/i),
  law("stormwater", "What stormwater peak rate or volume must be controlled?", ofStorms),
  law("stormwater_plan", "When is a stormwater plan required?", ofStorms),
];

const uploadQuestions: readonly Question[] = [
  upload("geotech", "What do the borings say of groundwater, bearing capacity and fill?"),
  upload("will_serve", "Is there capacity to serve the site with water and sewer?"),
  upload("phase_i", "Which recognized environmental conditions were identified?"),
  upload("title_exceptions", "Which easements, covenants or exceptions affect the property?", exceptions),
  upload("legal_description", "What is the legal description of the property?", legalDescription),
  upload("survey", "What is the area of the property by survey and when was it surveyed?", surveyed),
  upload("delineation", "Which wetlands were delineated on the property?"),
];
