import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool for bringing in a document from an address. */
export const sourcesTools: readonly ToolDeclaration[] = [
  {
    name: "add_source",
    title: "Add a document from an address",
    description:
      'Fetches a public web address and reads it into the project. Free; at most 50 documents a day. governing_source_suggested and needs_confirm are questions for the person: put them, then call again with category "supplemental" or "document", or use start_upload. publisher_blocked: ask the person to download the document and upload it. When queued, poll get_project until readiness.supplemental_sources says ready or failed.',
    serves: ["addProjectSource"],
    audience: "connector",
    isReadOnly: false,
    isOpenWorld: true,
  },
  {
    name: "add_gis_source",
    title: "Register a GIS service",
    description:
      "Registers an ArcGIS viewer, web map, item or REST service for the jurisdiction of the project and reads its layers around the site. Free; at most 50 services and documents a day. When queued or duplicate, poll get_project until readiness.supplemental_sources says ready or failed; then get_site_knowledge lists the layers under spatial_layers. rejected: ask for a public address.",
    serves: ["addGisSource"],
    audience: "connector",
    isReadOnly: false,
    isOpenWorld: true,
  },
];
