import { type Fact, type ListedDistrict, type ListedDocument, quoted } from "../../agent/index.ts";
import type { Database } from "../../migrations/index.ts";
import { acresFrom } from "../geometry/ellipsoid-area.ts";
import { agreedSources } from "./bootstrap/judge-zoning.ts";
import {
  findRecordedProject,
  listRecordedParcels,
  listSearchedDistricts,
  listSearchedDocuments,
  type RecordedParcel,
  type RecordedProject,
} from "./project-facts.repository.ts";

/** What a turn knows of its project before it searches. */
export interface ProjectKnowledge {
  readonly facts: readonly Fact[];
  readonly documents: readonly ListedDocument[];
  readonly districts: readonly ListedDistrict[];
}

/** Returns the facts, documents and districts of a project. */
export type GetProjectKnowledge = (projectId: string) => Promise<ProjectKnowledge>;

/** Returns what a feature knows of the site of a project, most useful first. */
export type ListFacts = (projectId: string) => Promise<readonly Fact[]>;

const record = { source: "Project record", sourceUrl: null };
const ofLotArea = {
  unit: "sqft",
  about: "area size acreage acres square feet big large land room",
  limitedBy: "minimum lot area",
};
const mostParcels = 20;
/** Of each feature; about 4,000 tokens of a model's context. */
const mostSuppliedFacts = 120;

/**
 * Makes the function that reads what is recorded of a project, and the facts that features supply. A feature that fails
 * supplies nothing: a turn goes on without its facts.
 */
export function makeProjectKnowledge(deps: {
  readonly db: Database;
  /** Called for each turn. */
  readonly listFacts: () => readonly ListFacts[];
  readonly logger: { warn(fields: object, message: string): void };
}): GetProjectKnowledge {
  const { db, logger } = deps;
  const suppliedBy = (list: ListFacts, projectId: string) =>
    list(projectId).catch((error: unknown) => {
      logger.warn({ projectId, error: String(error) }, "the facts of a feature could not be read");
      return [];
    });
  return async (projectId) => {
    const [project, parcels, documents, districts, supplied] = await Promise.all([
      findRecordedProject(db, projectId),
      listRecordedParcels(db, projectId),
      listSearchedDocuments(db, projectId),
      listSearchedDistricts(db, projectId),
      Promise.all(deps.listFacts().map((list) => suppliedBy(list, projectId))),
    ]);
    const facts = project
      ? [...factsOf(project, parcels), ...supplied.flatMap((list) => list.slice(0, mostSuppliedFacts))]
      : [];
    return { facts, documents, districts };
  };
}

/**
 * Returns the facts of a project and its parcels as statements. What people wrote (addresses, parcel numbers, zoning
 * codes, the goal) is in quotation marks.
 */
export function factsOf(project: RecordedProject, parcels: readonly RecordedParcel[]): Fact[] {
  const { municipality = null, county = null, state = null } = project.jurisdiction ?? {};
  const measured = parcels.flatMap(({ area_square_feet: area }) => (area === null ? [] : [area]));
  const facts = parcels
    .slice(0, mostParcels)
    .flatMap((parcel) => parcelFacts(parcel, { recordedAt: project.created_at, isOnly: parcels.length === 1 }));
  const recorded = { ...record, retrievedAt: project.created_at };
  if (parcels.length > 1 && measured.length === parcels.length) {
    const area = measured.reduce((sum, one) => sum + Math.round(one), 0);
    const statement = `The ${parcels.length} parcels of the site have a total area of ${inSquareFeet(area)}.`;
    // Land in several districts has no one minimum that its total could be compared with.
    const { limitedBy, ...measure } = ofLotArea;
    const isOneDistrict = new Set(parcels.map(({ zoning_code: code }) => code)).size === 1;
    facts.push({
      ...recorded,
      ...measure,
      ...(isOneDistrict ? { limitedBy } : {}),
      id: "site.total_area",
      statement,
      value: area,
    });
  }
  if (municipality) {
    const statement = `The site is in the jurisdiction of ${quoted(municipality, 200)}.`;
    const about = "town city jurisdiction municipality";
    facts.push({ ...recorded, id: "site.jurisdiction", statement, value: municipality, unit: null, about });
  }
  const around = [
    ...(county === null ? [] : [`county ${quoted(county.replace(/\s+county$/i, ""), 200)}`]),
    ...(state === null ? [] : [`state ${quoted(state, 200)}`]),
  ];
  if (around.length > 0) {
    const statement = `The site is in the ${around.join(" and the ")}.`;
    facts.push({
      ...recorded,
      id: "site.county",
      statement,
      value: county ?? state,
      unit: null,
      about: "county state",
    });
  }
  if (project.goal_text.trim() !== "") {
    const statement = `The goal of the project, in the words of its owner, is ${quoted(project.goal_text)}.`;
    const goal = { id: "project.goal", statement, value: project.goal_text, unit: null, about: "goal" };
    facts.push({ ...record, ...goal, retrievedAt: project.updated_at });
  }
  return facts;
}

function parcelFacts(
  parcel: RecordedParcel,
  { recordedAt, isOnly }: { readonly recordedAt: Date; readonly isOnly: boolean },
): Fact[] {
  const number = parcel.parcel_index + 1;
  const name = `Parcel ${number}`;
  const facts: Fact[] = [];
  const add = (topic: string, one: Omit<Fact, "id" | "source" | "sourceUrl" | "retrievedAt">, at = recordedAt) =>
    facts.push({ ...record, ...one, id: `parcel.${number}.${topic}`, retrievedAt: at });
  const { address, apn, area_square_feet: measured, zoning_code: zoning } = parcel;
  if (address) {
    const statement = `The address of ${name} is ${quoted(address, 200)}.`;
    add("address", { statement, value: address, unit: null, about: "address where" });
  }
  if (apn) {
    const statement = `The assessor's parcel number (APN) of ${name} is ${quoted(apn, 80)}.`;
    add("apn", { statement, value: apn, unit: null, about: "APN assessor's" });
  }
  if (measured !== null) {
    const area = Math.round(measured);
    const where = address ? ` (${quoted(address, 200)})` : "";
    const statement = `${name}${where} has an area of ${inSquareFeet(area)}.`;
    // The law's minimum is compared with the whole site.
    const { limitedBy, ...measure } = ofLotArea;
    add("area", { statement, value: area, ...measure, ...(isOnly ? { limitedBy } : {}) });
  }
  if (zoning) {
    const standing = parcel.is_zoning_verified ? verifiedBy(parcel.zoning_verified_by) : ", not yet verified";
    const statement = `The zoning district of ${name} is ${quoted(zoning, 80)}${standing}.`;
    const about = `zone zoning zoned district ${zoning.slice(0, 80)}`;
    add("zoning", { statement, value: zoning, unit: null, about }, parcel.zoning_verified_at ?? recordedAt);
  }
  return facts;
}

function verifiedBy(who: string | null): string {
  if (who === agreedSources) return ", on which two independent sources agree";
  return who ? ", as a person confirmed" : "";
}

function inSquareFeet(area: number): string {
  return `${area.toLocaleString("en-US")} square feet (${acresFrom(area).toFixed(2)} acres)`;
}
