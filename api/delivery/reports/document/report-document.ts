import type { Source } from "./sources.ts";
import type { Statement } from "./statement.ts";

/** A column of a table; `share` is its width relative to the others. */
export interface Column {
  readonly label: string;
  readonly share: number;
  readonly align?: "left" | "right";
}

/** A piece of a section. */
export type Block =
  | { readonly type: "paragraph"; readonly statements: readonly Statement[] }
  | { readonly type: "list"; readonly items: readonly Statement[] }
  | {
      readonly type: "table";
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Statement[])[];
    }
  | { readonly type: "heading"; readonly text: string }
  | { readonly type: "blank_lines"; readonly labels: readonly string[] }
  | { readonly type: "exhibit"; readonly exhibit_id: string };

/** A section. */
export interface Section {
  readonly section_id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** How serious a finding is. */
export type Rating = "red" | "amber" | "green";

/** What a rule found. */
export interface Finding {
  /** Rule, and the subject where a rule has several findings; stable between runs. */
  readonly finding_id: string;
  readonly rule_id: string;
  readonly rating: Rating;
  readonly section_id: string;
  readonly statement: Statement;
  /** The statement in one or two lines, for the first page. */
  readonly headline: Statement;
  /** What the finding is about, in a few words: "flood hazard". */
  readonly topic: string;
  /** What it moves: buildable land, the path of approval. */
  readonly affects: string;
  /** What would settle it; null for a green one. */
  readonly next_step: Statement | null;
  /** Date of the report before this one, where that one did not state the same; null otherwise. */
  readonly changed_since: Statement | null;
}

/** A question of the first page with its answer. */
export interface SummaryItem {
  readonly question: string;
  readonly answer: readonly Statement[];
}

/** A picture at the end of the report. */
export interface ExhibitInReport {
  readonly exhibit_id: string;
  readonly title: string;
  /** Name of the picture among the files of the print; null where there is no picture. */
  readonly picture: string | null;
  readonly alt: string;
  readonly caption: Statement;
  readonly is_synthetic: boolean;
}

/** Something that is incomplete in the report. */
export interface Notice {
  readonly code: string;
  readonly section: string | null;
  readonly detail: string;
}

/** A report before its sources are numbered. */
export interface ReportDraft {
  readonly report_type: "due_diligence" | "feasibility";
  readonly type_label: string;
  readonly title: string;
  readonly facts_of_title: readonly { readonly label: string; readonly value: Statement }[];
  readonly is_synthetic: boolean;
  readonly summary: readonly SummaryItem[];
  readonly findings: readonly Finding[];
  readonly sections: readonly Section[];
  readonly exhibits: readonly ExhibitInReport[];
  readonly notices: readonly Notice[];
}

/** A statement whose evidence are the numbers of endnotes. */
export interface NumberedStatement extends Omit<Statement, "evidence" | "values"> {
  readonly evidence: readonly number[];
  readonly values: readonly {
    readonly text: string;
    readonly value: number | string;
    readonly unit: string | null;
    readonly source: number | null;
    readonly basis: string | null;
  }[];
}

/** An endnote. */
export interface Endnote extends Omit<Source, "key"> {
  readonly number: number;
}

/** Replaces statements by numbered ones, wherever they are. */
export type Numbered<Part> = Part extends Statement
  ? NumberedStatement
  : Part extends readonly (infer Item)[]
    ? readonly Numbered<Item>[]
    : Part extends object
      ? { readonly [Member in keyof Part]: Numbered<Part[Member]> }
      : Part;

/** A report as it is printed and as its JSON file contains it. */
export interface ReportDocument extends Numbered<ReportDraft> {
  readonly schema_version: 1;
  readonly report_id: string;
  readonly project_id: string;
  readonly generated_at: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly endnotes: readonly Endnote[];
}
