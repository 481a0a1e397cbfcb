import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tools that find parcels. */
export const parcelsTools: readonly ToolDeclaration[] = [
  {
    name: "resolve_parcel",
    title: "Find a parcel",
    description:
      "Finds parcels by address, parcel number with state, point, or ll_uuid: exactly one of them. Free. Candidates are ranked by confidence. match exact: go on with the first one; likely, ambiguous or several_parcels: show the candidates to the person and let the person choose. Pass the chosen ll_uuid to create_project. An empty list means that nothing was found; a source that could not be reached is an error.",
    serves: ["resolveParcels"],
    audience: "connector",
    isReadOnly: true,
    isIdempotent: true,
    isOpenWorld: true,
  },
];
