import { Type } from "@sinclair/typebox";
import { CitationView } from "../../http/citation.model.ts";

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Fields = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  description:
    "By name. A standard is `{value, unit, basis, provenance}`, `{values, basis}` where no value holds in all cases, or `{value, marker, text}` where `value` is a marker; `parking_ratio` holds one of these for each use, and `use_status` one for each building type, with `permitted`, `special or conditional permit` or `prohibited`",
});

/** The zoning standards of a project. */
export const DesignCriteriaView = Type.Object(
  {
    districts: Type.Array(
      Type.Object({
        zoning_code: Type.String({ description: "District" }),
        resolution: Type.Union([Type.Literal("read"), Type.Literal("partly_read"), Type.Literal("not_located")], {
          description: "How much of the district's standards was read",
        }),
        fields: Fields,
      }),
      { description: "Districts of the parcels and the rezone target, or those that were requested" },
    ),
    governing_district: Type.Object(
      {
        zoning_code: nullable("District that the concept is compiled against; null where none is verified"),
        basis: Type.Union([Type.Literal("current"), Type.Literal("rezone_target")], {
          description: "rezone_target after the user confirmed a rezone",
        }),
        current_zoning_code: nullable("District of the parcel"),
      },
      { description: "What the concept is compiled against" },
    ),
    user_provided_fields: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: "Values that the user settled; they win over values that were read",
    }),
    citations: Type.Array(CitationView, { description: "Everything that is cited above, once" }),
    stormwater_context: Type.Object(
      {
        known: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
          description: "Standards that were read",
        }),
        not_in_code: Type.Array(Type.String(), { description: "What was not located, in words" }),
      },
      { description: "What is known for stormwater" },
    ),
    rule_inputs: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "Rules as the compiled concept used them; null without a concept",
    }),
    rule_evidence_snapshot: Type.Union([Type.Record(Type.String(), CitationView), Type.Null()], {
      description: "Citations of those rules as they were then; null without a concept",
    }),
  },
  { $id: "DesignCriteria", description: "Zoning standards by district, each with its clause or a marker" },
);
