import { type Fact, type ListedDocument, quoted } from "../../agent/index.ts";
import type { Database } from "../../migrations/index.ts";
import { acresFrom } from "../geometry/ellipsoid-area.ts";
import {
  findRecordedProject,
  listRecordedParcels,
  listSearchedDocuments,
  type RecordedParcel,
  type RecordedProject,
} from "./project-facts.repository.ts";

/** What a turn knows of its project before it searches. */
export interface ProjectKnowledge {
  readonly facts: readonly Fact[];
  readonly documents: readonly ListedDocument[];
}

/** Returns the facts and documents of a project. */
export type GetProjectKnowledge = (projectId: string) => Promise<ProjectKnowledge>;

const record = "Project record";
const mostParcels = 20;

/** Makes the reader of what is recorded of projects. */
export function makeProjectKnowledge(db: Database): GetProjectKnowledge {
  return async (projectId) => {
    const [project, parcels, documents] = await Promise.all([
      findRecordedProject(db, projectId),
      listRecordedParcels(db, projectId),
      listSearchedDocuments(db, projectId),
    ]);
    return { facts: project ? factsOf(project, parcels) : [], documents };
  };
}

/**
 * Returns the facts of a project and its parcels as statements. What people wrote (addresses, parcel numbers, zoning
 * codes, the goal) is in quotation marks.
 */
export function factsOf(project: RecordedProject, parcels: readonly RecordedParcel[]): Fact[] {
  const municipality = project.jurisdiction?.municipality;
  const measured = parcels.flatMap(({ area_square_feet: area }) => (area === null ? [] : [area]));
  const facts = parcels.slice(0, mostParcels).flatMap((parcel) => parcelFacts(parcel, project.created_at));
  if (parcels.length > 1 && measured.length === parcels.length) {
    const area = measured.reduce((sum, one) => sum + Math.round(one), 0);
    const statement = `The ${parcels.length} parcels of the site have a total area of ${inSquareFeet(area)}.`;
    facts.push(fact("site.total_area", statement, area, "sqft", project.created_at));
  }
  if (municipality) {
    const statement = `The site is in the jurisdiction of ${quoted(municipality, 200)}.`;
    facts.push(fact("site.jurisdiction", statement, municipality, null, project.created_at));
  }
  if (project.goal_text.trim() !== "") {
    const statement = `The goal of the project, in the words of its owner, is ${quoted(project.goal_text)}.`;
    facts.push(fact("project.goal", statement, project.goal_text, null, project.updated_at));
  }
  return facts;
}

function parcelFacts(parcel: RecordedParcel, recordedAt: Date): Fact[] {
  const number = parcel.parcel_index + 1;
  const name = `Parcel ${number}`;
  const facts: Fact[] = [];
  const add = (topic: string, statement: string, value: number | string, at = recordedAt, unit: string | null = null) =>
    facts.push(fact(`parcel.${number}.${topic}`, statement, value, unit, at));
  if (parcel.address) add("address", `The address of ${name} is ${quoted(parcel.address, 200)}.`, parcel.address);
  if (parcel.apn) add("apn", `The assessor's parcel number (APN) of ${name} is ${quoted(parcel.apn, 80)}.`, parcel.apn);
  if (parcel.area_square_feet !== null) {
    const area = Math.round(parcel.area_square_feet);
    const where = parcel.address ? ` (${quoted(parcel.address, 200)})` : "";
    add("area", `${name}${where} has an area of ${inSquareFeet(area)}.`, area, recordedAt, "sqft");
  }
  if (parcel.zoning_code) {
    const by = parcel.zoning_verified_by ? `, as verified by user ${parcel.zoning_verified_by}` : "";
    const standing = parcel.is_zoning_verified ? by : ", not yet verified";
    const statement = `The zoning district of ${name} is ${quoted(parcel.zoning_code, 80)}${standing}.`;
    add("zoning", statement, parcel.zoning_code, parcel.zoning_verified_at ?? recordedAt);
  }
  return facts;
}

function inSquareFeet(area: number): string {
  return `${area.toLocaleString("en-US")} square feet (${acresFrom(area).toFixed(2)} acres)`;
}

function fact(id: string, statement: string, value: number | string, unit: string | null, retrievedAt: Date): Fact {
  return { id, statement, value, unit, source: record, sourceUrl: null, retrievedAt };
}
