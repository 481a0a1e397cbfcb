import { numberSources } from "./document/number-sources.ts";
import type { ReportDocument, ReportDraft } from "./document/report-document.ts";
import { Sources } from "./document/sources.ts";
import { faultsOf } from "./document/verify-document.ts";
import type { ReportEvidence } from "./evidence/report-evidence.ts";
import type { SectionContext } from "./sections/context.ts";
import { dueDiligenceReport } from "./sections/due-diligence.ts";
import { feasibilityReport } from "./sections/feasibility.ts";

const writers: Readonly<Record<ReportEvidence["report_type"], (context: SectionContext) => ReportDraft>> = {
  due_diligence: dueDiligenceReport,
  feasibility: feasibilityReport,
};

/**
 * Returns the report on some evidence. The same evidence gives the same report.
 *
 * @throws Error where a statement cannot be traced to its sources
 */
export function writeReport(evidence: ReportEvidence, manifest: Readonly<Record<string, unknown>>): ReportDocument {
  const sources = new Sources();
  const draft = writers[evidence.report_type]({ evidence, sources });
  const { numbered, endnotes } = numberSources(draft, sources);
  const document: ReportDocument = {
    schema_version: 1,
    report_id: evidence.run_id,
    project_id: evidence.project.project_id,
    generated_at: evidence.report_time,
    ...numbered,
    endnotes,
    manifest,
  };
  const [fault] = faultsOf(document);
  if (fault) throw new Error(`a statement cannot be traced: ${fault.why}: ${fault.text}`);
  return document;
}
