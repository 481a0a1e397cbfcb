import { Type } from "@sinclair/typebox";
import { planFormats } from "./plan-file.ts";

/** Body of `POST /v1/projects/{project_id}/site-plan-exports`. */
export const PlanExportBody = Type.Object({
  format: Type.Union(
    planFormats.map((format) => Type.Literal(format)),
    {
      description: "landxml is for import into a CAD program, dxf is generic CAD, concept_png is a picture for people",
    },
  ),
});

/** A file of a concept, with a link to it. */
export const PlanExportView = Type.Object({
  artifact_id: Type.String(),
  filename: Type.String(),
  mime_type: Type.String(),
  download_url: Type.String({ description: "Works once; the file is never in the body" }),
  expires_at: Type.String({ description: "When the link stops working, 15 minutes after issue" }),
  warnings: Type.Array(Type.String(), { description: "What to know before the file is used" }),
  metadata: Type.Object(
    {
      revision: Type.Integer({ description: "Revision of the concept in the file" }),
      crs: Type.Object(
        {
          name: Type.String({ description: "Reference system of the coordinates" }),
          epsg: Type.Union([Type.Integer(), Type.Null()], { description: "Its EPSG code; null where it has none" }),
          unit: Type.Union(
            [Type.Literal("degree"), Type.Literal("us_survey_foot"), Type.Literal("foot"), Type.Literal("pixel")],
            { description: "Unit of the coordinates" },
          ),
        },
        { description: "How the coordinates are meant" },
      ),
      generated_at: Type.String({ description: "When the file was written" }),
      is_synthetic: Type.Boolean({ description: "True where data of the demo town went into the concept" }),
    },
    { description: "What is known of the file; keep it beside the data" },
  ),
});
