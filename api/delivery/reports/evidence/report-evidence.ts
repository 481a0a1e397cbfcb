import type { ProjectView } from "../../../knowledge/projects/projects.model.ts";
import type { SiteDigest } from "../../../land/site-digest/site-digest.model.ts";
import type { ReportType } from "../../runs/runs.repository.ts";
import type { Answer, StoredPassage } from "./answers.ts";
import type { ReportDistrict } from "./criteria-evidence.ts";
import type { StatedBody } from "./deciders.ts";
import type { ReportConcept, ReportYield } from "./plan-evidence.ts";
import type { Procedure } from "./procedures.ts";
import type { StoredRecords } from "./report-records.repository.ts";
import type { UseRow } from "./use-row.ts";
import type { UseStandards } from "./use-standards.ts";
import type { BufferRow } from "./wetland-buffers.ts";

/** A project as reports read it. */
export type ReportProject = Omit<ProjectView, "parcels"> & {
  readonly parcels: readonly Omit<ProjectView["parcels"][number], "geometry">[];
};

/** The building type that a project is about. */
export interface StatedUse {
  readonly typology: string;
  /** As laws name it: "multifamily dwelling". */
  readonly words: string;
  /** Whether the user stated it, or it was read from the goal. */
  readonly isConfirmed: boolean;
}

/** An answer of the interview, or what follows from the goal. */
export interface SettledAnswer {
  /** Question and answer in words. */
  readonly statement: string;
  /** The answer as it is stored. */
  readonly value: unknown;
  /** When the user answered; null where the answer follows from the goal. */
  readonly answered_at: string | null;
}

/** A map of the site that was drawn or recorded, or why there is none. */
export interface Exhibit {
  readonly kind: string;
  readonly title: string;
  readonly file: {
    readonly filename: string;
    readonly mime_type: string;
    /** Name under which the run keeps the file as it was received. */
    readonly original: string;
    /** The same for its picture in the report, a JPEG. */
    readonly picture: string;
    readonly attribution: string;
    readonly usage: string;
    readonly is_synthetic: boolean;
    readonly world_file: string | null;
  } | null;
  /** Why there is no file: failed, not_published or unavailable, and the reason as a sentence. */
  readonly missing: { readonly state: string; readonly detail: string } | null;
}

/** The findings of the report before this one, by their ids, and when it was written. */
export interface PreviousFindings {
  readonly report_time: string;
  readonly findings: Readonly<Record<string, string>>;
}

/** What was read of the law beside the answers to questions. */
export interface ReportLaw {
  /** What the table of uses states of the stated use, by district: several rows where it divides the use by size. */
  readonly use_rows: Readonly<Record<string, readonly UseRow[]>>;
  /** What is required of the stated use beside the standards of its district. */
  readonly use_standards: UseStandards;
  /** What binds in each overlay district, by its code. */
  readonly overlay_rules: Readonly<Record<string, readonly StoredPassage[]>>;
  /** Buffers that each district of the site has to keep, by its code. */
  readonly district_buffers: Readonly<Record<string, readonly BufferRow[]>>;
  readonly wetland_buffers: readonly BufferRow[];
  /** Who has to permit work in or near a wetland. */
  readonly wetland_reviews: readonly StoredPassage[];
  /** The agency whose permit the law names for work in or near a wetland; null where it names none. */
  readonly wetland_agency: StatedBody | null;
  /** How high the lowest floor of a building must be in a flood hazard area. */
  readonly floor_rules: readonly StoredPassage[];
  /** Approvals by their kind. */
  readonly procedures: Readonly<Record<string, Procedure>>;
}

/** Everything that a report is made of; plain data, so that it can be stored between the steps of a run. */
export interface ReportEvidence {
  readonly run_id: string;
  readonly report_type: ReportType;
  readonly title: string | null;
  /** When the report was begun; every age is measured from here. */
  readonly report_time: string;
  readonly project: ReportProject;
  readonly digest: SiteDigest;
  readonly use: StatedUse | null;
  /** What was found for each fixed question, by its id. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly law: ReportLaw;
  /** Null for the first report of its type. */
  readonly previous: PreviousFindings | null;
  readonly exhibits: readonly Exhibit[];
  /** Standards of the districts that were read; empty where none was, and then the questions tell of them. */
  readonly districts: readonly ReportDistrict[];
  /** The latest compiled concept; null before there is one. */
  readonly concept: ReportConcept | null;
  /** Screening yields and snapshots of concepts; null where they could not be read. */
  readonly yields: ReportYield | null;
  readonly records: StoredRecords;
  readonly interview: readonly SettledAnswer[];
  /** Model that wrote, null where text is made of templates and quotations. */
  readonly writer: string | null;
}
