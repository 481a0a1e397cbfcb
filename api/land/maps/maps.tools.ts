import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that draws maps. */
export const mapsTools: readonly ToolDeclaration[] = [
  {
    name: "render_map",
    title: "Draw a map",
    description:
      "Draws a map of a project as a file: site_map (a PDF sheet with the parcels over aerial imagery) or aerial (bare imagery with its georeference). Free. Returns a link that works once, for 15 minutes: give it to the person, with the attribution. Read usage: nothing may be measured on these maps, and the imagery may not be shown to a vision model.",
    serves: ["createMap"],
    audience: "connector",
    isReadOnly: false,
    isOpenWorld: true,
  },
];
