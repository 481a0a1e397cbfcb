import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tools that write map data. */
export const gisExportsTools: readonly ToolDeclaration[] = [
  {
    name: "export_gis",
    title: "Export map data",
    description:
      "Writes the parcels and layers of a project as a file for GIS (shapefile, kml, kmz, geojson) or CAD (dxf). Free. Returns a link that works once, for 15 minutes: give it to the person. With artifact_id it makes a fresh link to an earlier export instead.",
    serves: ["createGisExport", "getGisExport"],
    audience: "both",
    agentDescription:
      "Writes the parcels and layers of this project as a file for GIS (shapefile, kml, kmz, geojson) or CAD (dxf), and attaches it to the answer. Only when the question asks for such a file.",
    agentMayWrite: "interface 2.10 and 4.6: a turn carries the files it generated",
    choose: ({ artifact_id }) => (artifact_id === undefined ? "createGisExport" : "getGisExport"),
    isReadOnly: false,
  },
];
