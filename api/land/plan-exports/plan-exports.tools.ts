import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that exports concepts. */
export const planExportsTools: readonly ToolDeclaration[] = [
  {
    name: "export_site_plan",
    title: "Export the concept",
    description:
      "Writes the compiled concept of a project as landxml or dxf for CAD, geojson for GIS, or concept_png, a picture for people. Free. Returns a link that works once, for 15 minutes: give it to the person. The picture is a concept, not for construction.",
    serves: ["createSitePlanExport"],
    audience: "connector",
    isReadOnly: false,
  },
];
