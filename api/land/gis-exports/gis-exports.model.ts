import { Type } from "@sinclair/typebox";
import { siteLayerNames } from "../../providers/site-layer.ts";
import { exportFormats } from "./export-layer.ts";

/** Body of `POST /v1/projects/{project_id}/gis-exports`. */
export const GisExportBody = Type.Object({
  format: Type.Union(
    exportFormats.map((format) => Type.Literal(format)),
    { description: "shapefile and kmz are archives; dxf is for CAD; DWG is not offered" },
  ),
  layers: Type.Optional(
    Type.Array(
      Type.Union([
        ...siteLayerNames.map((name) => Type.Literal(name)),
        Type.String({
          ...{ pattern: "^(?:upload|gis):", maxLength: 250 },
          description: `one of ${siteLayerNames.join(", ")}, or an uploaded or registered layer as spatial_layers of the digest names it`,
        }),
      ]),
      {
        ...{ minItems: 1, maxItems: 100, uniqueItems: true },
        description: "Which layers to write; all of them, with uploaded and registered ones, when left out",
      },
    ),
  ),
});

const Nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()], schema.description === undefined ? {} : { description: schema.description });

/** A file with map data, with a link to it. */
export const GisExportView = Type.Object({
  artifact_id: Type.String(),
  filename: Type.String(),
  mime_type: Type.String(),
  download_url: Type.String({ description: "Works once; the file is never in the body" }),
  expires_at: Type.String({ description: "When the link stops working" }),
  warnings: Type.Array(Type.String(), {
    description: "Layers that were left out, and what the format could not hold; read them before using the file",
  }),
  metadata: Type.Object(
    {
      crs: Type.Object(
        {
          name: Type.String({ description: "Reference system of the coordinates" }),
          epsg: Type.Union([Type.Integer(), Type.Null()], { description: "Its EPSG code; null where it has none" }),
          unit: Type.Union([Type.Literal("degree"), Type.Literal("us_survey_foot"), Type.Literal("foot")], {
            description: "Unit of the coordinates",
          }),
        },
        { description: "How the coordinates are meant" },
      ),
      generated_at: Type.String({ description: "When the file was written" }),
      is_synthetic: Type.Boolean({ description: "True where data of the demo town are among the layers" }),
      layers: Type.Array(
        Type.Object({
          layer: Type.String({ description: "Name of the layer, as `layers` of a request takes it" }),
          title: Type.String(),
          features: Type.Integer({ description: "How many features were written" }),
          source: Nullable(Type.String({ description: "Dataset that the layer came from" })),
          attribution: Nullable(Type.String({ description: "Credit that has to stand beside the data" })),
          retrieved_at: Nullable(Type.String({ description: "When the data were fetched" })),
        }),
        { description: "What the file contains" },
      ),
    },
    { description: "What is known of the file; keep it beside the data" },
  ),
});
