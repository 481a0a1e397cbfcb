/** Writes the files of a concept, in a worker thread. */
import { drawConceptPicture } from "./concept-picture.ts";
import type { PlanFile, PlanFileContent, PlanFormat } from "./plan-file.ts";
import { writePlanDxf } from "./write-plan-dxf.ts";
import { writePlanGeojson } from "./write-plan-geojson.ts";
import { writePlanLandxml } from "./write-plan-landxml.ts";

/** What is written. */
export interface PlanFileRequest {
  readonly format: PlanFormat;
  readonly content: PlanFileContent;
}

const writers: Readonly<Record<PlanFormat, (content: PlanFileContent) => PlanFile | Promise<PlanFile>>> = {
  concept_png: drawConceptPicture,
  landxml: writePlanLandxml,
  dxf: writePlanDxf,
  geojson: writePlanGeojson,
};

/** Returns a concept in one format, or why it is refused. */
export async function writePlanFile({ format, content }: PlanFileRequest): Promise<PlanFile> {
  return writers[format](content);
}
