import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that reads the digest. */
export const siteDigestTools: readonly ToolDeclaration[] = [
  {
    name: "get_site_knowledge",
    title: "Read what is known of a site",
    description:
      "Reads sections of the site digest: zoning, flood, wetlands, soils, terrain, utilities, roads, adjacency, environmental, feasibility, regulatory_layers, spatial_layers, knowledge_base, source_readiness. Name the sections you need, with commas. Free. Look at the state of a section before you say that there is nothing: only in the states ready and empty did the source answer.",
    serves: ["getSiteKnowledge"],
    audience: "both",
    agentDescription:
      "Reads measured facts of the site by section (flood, wetlands, soils, terrain, utilities, roads, adjacency, environmental, feasibility, zoning). Name the sections, with commas.",
    requires: ["sections"],
    quotesSources: true,
    isReadOnly: true,
  },
];
