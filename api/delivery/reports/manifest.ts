import type { ReportType } from "../runs/runs.repository.ts";
import type { ReportEvidence } from "./evidence/report-evidence.ts";
import { ruleTableVersion } from "./findings/rule.ts";
import { templateVersion } from "./print/print-report.ts";

/** Engine that prints reports. */
const engine = "Typst 0.14.2 (typst.ts 0.7.0)";
const fonts = "Source Sans 3 (@expo-google-fonts/source-sans-3 0.4.1)";

/** Returns the revisions and versions of everything that a report is made of. */
export function manifestOf({
  project,
  digest,
  report_time,
  modelId,
  reportType,
}: Pick<ReportEvidence, "project" | "digest" | "report_time"> & {
  readonly modelId: string;
  readonly reportType: ReportType;
}): Readonly<Record<string, unknown>> {
  return {
    report_type: reportType,
    report_time,
    goal: { revision: project.user_goal_revision, hash: project.user_goal_hash },
    zoning: project.parcels.map(({ parcel_index, zoning: { code, verified, verified_by } }) => ({
      ...{ parcel_index, code, verified, verified_by },
    })),
    corpora: project.knowledge_base.corpora.map(({ corpus_id, kind, title, revision, indexed_at }) => ({
      ...{ corpus_id, kind, title, revision, indexed_at },
    })),
    layers: digest.spatial_layers.map(({ layer, state, source, retrieved_at }) => ({
      layer,
      state,
      source,
      retrieved_at,
    })),
    versions: { rule_table: ruleTableVersion, template: templateVersion, engine, fonts },
    model: modelId,
  };
}
