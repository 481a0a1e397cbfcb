import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonLines, readJsonLines } from "./json-lines.ts";

/** What the law states for one standard of one district, as people read it. */
export interface CriterionLabel {
  readonly town: string;
  readonly district: string;
  /** Name of the district where the label gives one beside its code. */
  readonly districtName: string | null;
  /** Fields of the design criteria that may carry it, the likeliest first. */
  readonly fields: readonly string[];
  /** "none" where the law says that there is no such standard. Several: one for each of the cases. */
  readonly values: readonly (number | "none")[];
  /** The words that state it; null where the label has none. */
  readonly quote: string | null;
}

/** The law of a town, read as an upload would be. */
export interface LabelledTown {
  readonly town: string;
  readonly mediaType: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** A labelled set of criteria. */
export interface CriteriaSet {
  readonly name: "rule-labels-dev" | "ct-zoning-pages";
  readonly labels: readonly CriterionLabel[];
  readonly towns: readonly LabelledTown[];
  readonly checksum: string;
}

const squareFeetPerAcre = 43_560;
const fileOf: Readonly<Record<string, readonly [path: string, mediaType: string]>> = {
  "ct-zoning-pages/barkhamsted": ["ct-zoning-pages/docs/ct-barkhamsted.txt", "text/plain"],
  "ct-zoning-pages/sprague": ["ct-zoning-pages/docs/ct-sprague.html", "text/html"],
  "ord-georgia-codes/walthourville": [
    "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt",
    "text/plain",
  ],
  "ord-somerville-ma": ["ord-somerville-ma/somerville-zoning.readable.html", "text/html"],
  "ord-halifax-peninsula-ns": ["ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt", "text/plain"],
};

interface RuleLabel {
  readonly source: string;
  readonly district: string;
  readonly field: string;
  readonly value: number | string | null;
  readonly unit: string | null;
  readonly marker: string | null;
  readonly quote: string | null;
}

interface PageQuery {
  readonly metadata: {
    readonly jurisdiction: string;
    readonly district: string;
    readonly district_abb: string;
    readonly term: string;
    readonly answer?: string;
    readonly answer_sqft?: readonly number[] | null;
  };
}

/** Returns the labelled sets of criteria that the data folder holds. */
export function readCriteriaSets(data: string): CriteriaSet[] {
  return [ruleLabels(data), pageLabels(data)].flatMap((set) => set ?? []);
}

function ruleLabels(data: string): CriteriaSet | undefined {
  const path = join(data, "rule-labels-dev/a-criteria.jsonl");
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const labels = jsonLines<RuleLabel>(text).flatMap((label): CriterionLabel[] => {
    const value = labelledValue(label);
    if (value === undefined) return [];
    const town = label.source.split("/").at(-1) ?? label.source;
    const fields = label.field.startsWith("parking_ratio.") ? parkingFieldsOf(label.field) : [label.field];
    return [{ town, district: label.district, districtName: null, fields, values: [value], quote: label.quote }];
  });
  const towns = Object.entries(fileOf).flatMap(([source, [file, mediaType]]): LabelledTown[] => {
    const filename = file.split("/").at(-1) ?? file;
    const whole = join(data, file);
    if (!existsSync(whole)) return [];
    return [{ town: source.split("/").at(-1) ?? source, mediaType, filename, bytes: readFileSync(whole) }];
  });
  return { name: "rule-labels-dev", labels, towns, checksum: checksum(text) };
}

/** Parking is labelled by more uses than are read; the names of the same uses differ. */
function parkingFieldsOf(field: string): string[] {
  const sameUse: Readonly<Record<string, string>> = {
    ...{ dwelling_single_family: "single_family", apartment_house: "multifamily", residential: "dwelling" },
    ...{ bank_office: "bank", theater: "place_of_assembly" },
  };
  const use = field.slice("parking_ratio.".length);
  return [`parking_ratio.${sameUse[use] ?? use}`];
}

function labelledValue({ value, unit, marker, quote, field }: RuleLabel): number | "none" | undefined {
  // An absence without words is only claimed where the whole list was read: nothing is asserted of it.
  if (marker !== null) return quote === null ? undefined : "none";
  if (typeof value !== "number") return undefined;
  if (field.startsWith("parking_ratio.")) return parkingValue(value, unit ?? "");
  return unit !== null && /^acres?$/.test(unit) ? Math.round(value * squareFeetPerAcre) : value;
}

function parkingValue(value: number, unit: string): number {
  const per = /\bper (?:([\d,.]+) )?/.exec(unit)?.[1];
  const count = per === undefined ? 1 : Number(per.replaceAll(",", ""));
  return /sq ft/.test(unit) ? (value * 1000) / count : value / count;
}

const fieldsOfTerm: Readonly<Record<string, readonly string[]>> = {
  min_lot_size: ["lot_area_min"],
  min_unit_size: ["dwelling_unit_area_min"],
  max_height: ["height_max"],
  max_lot_coverage: ["coverage_max"],
  // Codes that limit buildings and pavement together say "lot coverage" of both.
  max_lot_coverage_pavement: ["impervious_max", "coverage_max"],
  min_parking_spaces: ["parking_ratio.single_family", "parking_ratio.dwelling"],
};

function pageLabels(data: string): CriteriaSet | undefined {
  const folder = join(data, "ct-zoning-pages");
  const path = join(folder, "queries.jsonl");
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const labels = jsonLines<PageQuery>(text).flatMap(({ metadata }): CriterionLabel[] => {
    const { jurisdiction: town, district, district_abb: code, term, answer = "", answer_sqft: area } = metadata;
    const fields = fieldsOfTerm[term];
    const values = term === "min_lot_size" ? (area ?? []) : amountsOf(answer);
    if (!fields || values.length === 0) return [];
    return [{ town, district: code, districtName: district, fields, values, quote: null }];
  });
  const pages = new Map<string, string[]>();
  for (const { _id: id, text: page } of readJsonLines<{ _id: string; text: string }>(join(folder, "corpus.jsonl"))) {
    const town = /^ct-(.+)#p\d+$/.exec(id)?.[1] ?? id;
    pages.set(town, [...(pages.get(town) ?? []), page]);
  }
  const towns = [...pages].map(([town, texts]): LabelledTown => {
    const bytes = new TextEncoder().encode(texts.join("\f"));
    return { town, mediaType: "text/plain", filename: `${town}.txt`, bytes };
  });
  return { name: "ct-zoning-pages", labels, towns, checksum: checksum(text) };
}

/** Amounts of a label such as "1000 (one-story); 1200 (1.5 story)", without the cases in brackets. */
const amountsOf = (answer: string) =>
  answer.split(";").flatMap((part) => {
    const amount = Number(/^\s*([\d,.]+)/.exec(part)?.[1]?.replaceAll(",", "") ?? Number.NaN);
    return Number.isFinite(amount) ? [amount] : [];
  });

const checksum = (text: string) => createHash("sha256").update(text).digest("hex");
