import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that draws maps. */
export const mapsTools: readonly ToolDeclaration[] = [
  {
    name: "render_map",
    title: "Draw a map",
    description:
      'Draws a map of a project as a file: site_map (a PDF sheet with the parcels over aerial imagery), aerial (bare imagery with its georeference), contours (a PDF sheet), flood and wetlands (the official maps of the agencies). Free. Returns a link that works once, for 15 minutes: give it to the person, with the attribution. The first flood or wetlands map of a project takes some seconds; status "rendering" means that it takes longer still: call again with the same arguments. Read usage: nothing may be measured on these maps, and the imagery may not be shown to a vision model.',
    serves: ["createMap"],
    audience: "both",
    agentDescription:
      "Draws a map of this project and attaches it to the answer as a file: site_map (a PDF sheet with the parcels over aerial imagery), aerial (bare imagery), contours (a PDF sheet), flood and wetlands (the official maps of the agencies). Only when the question asks for a map. Status rendering means that it is still being drawn: call again with the same arguments, at most twice.",
    agentMayWrite: "interface 2.10 and 4.6: a turn carries the files it generated",
    follows: {
      operationId: "createMap",
      begin: (args) => args,
      ask: (_begun, args) => args,
      isOver: ({ status }) => status !== "rendering",
      fault: () => undefined,
      whenLate: "The map is still being drawn. Call render_map again with the same arguments.",
      pauseMs: 1_500,
    },
    isReadOnly: false,
    isOpenWorld: true,
  },
];
