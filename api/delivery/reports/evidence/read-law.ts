import { readDistrictBuffers } from "./district-buffers.ts";
import type { ReportPorts } from "./gather.ts";
import { makeLawReader } from "./law-reader.ts";
import { type OverlayName, readOverlayRules } from "./overlay-rules.ts";
import { readFloorRules, readProcedures } from "./procedures.ts";
import { districtsOf } from "./questions.ts";
import type { ReportLaw, ReportProject, StatedUse } from "./report-evidence.ts";
import { readUseRows } from "./use-row.ts";
import { readUseStandards } from "./use-standards.ts";
import { readWetlandAgency, readWetlandBuffers, readWetlandReviews } from "./wetland-buffers.ts";

const nothing: ReportLaw = {
  ...{ use_rows: {}, use_standards: { parking: [], sections: [] }, overlay_rules: {} },
  ...{ district_buffers: {}, wetland_buffers: [], wetland_reviews: [], wetland_agency: null },
  ...{ floor_rules: [], procedures: {} },
};

/** Reads the table of uses and the procedures of the project's ordinances; empty where the law cannot be searched. */
export async function readReportLaw(
  { law }: Pick<ReportPorts, "law">,
  {
    project,
    use,
    overlays,
    signal,
  }: {
    readonly project: ReportProject;
    readonly use: StatedUse | null;
    readonly overlays: readonly OverlayName[];
    readonly signal: AbortSignal;
  },
): Promise<ReportLaw> {
  const corpora = project.knowledge_base.corpora.filter(({ kind }) => kind === "ordinance" || kind === "supplemental");
  if (corpora.length === 0) return nothing;
  const reader = makeLawReader(
    law,
    corpora.map(({ corpus_id: id }) => id),
    signal,
  );
  try {
    const rows = await Promise.all(
      (use === null ? [] : districtsOf(project)).map(
        async (district) => [district, await readUseRows(reader, district, use?.words ?? "")] as const,
      ),
    );
    return {
      use_rows: Object.fromEntries(rows),
      use_standards:
        use === null
          ? nothing.use_standards
          : await readUseStandards(reader, {
              use: use.words,
              rows: rows.flatMap(([, found]) => found),
              zoningCodes: districtsOf(project),
            }),
      overlay_rules: Object.fromEntries(
        await Promise.all(overlays.map(async (one) => [one.code, await readOverlayRules(reader, one)] as const)),
      ),
      district_buffers: Object.fromEntries(
        await Promise.all(
          districtsOf(project).map(
            async (one) => [one, await readDistrictBuffers(reader, one, use?.words ?? null)] as const,
          ),
        ),
      ),
      wetland_buffers: await readWetlandBuffers(reader),
      wetland_reviews: await readWetlandReviews(reader),
      floor_rules: await readFloorRules(reader),
      procedures: await readProcedures(reader),
      wetland_agency: await readWetlandAgency(reader),
    };
  } catch {
    signal.throwIfAborted();
    return nothing;
  }
}
