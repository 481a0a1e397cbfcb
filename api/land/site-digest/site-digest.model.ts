import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** The sections of the digest in the order in which it lists them. */
export const digestSections = [
  "zoning",
  "flood",
  "wetlands",
  "soils",
  "terrain",
  "utilities",
  "roads",
  "adjacency",
  "environmental",
  "feasibility",
  "regulatory_layers",
  "spatial_layers",
  "knowledge_base",
  "source_readiness",
] as const;
export type DigestSection = (typeof digestSections)[number];

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], schema.description === undefined ? {} : { description: schema.description });
const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Number({ description });

/** Where the facts of a section come from; they stand in every section, also where nothing was found. */
const origin = {
  state: text(
    "ready, or why there are no facts: pending, empty (asked, nothing is here), unavailable, failed, not_published, skipped",
  ),
  detail: orNull(text("Why the state is not ready, in words")),
  source: orNull(text("Dataset the facts were taken from")),
  attribution: orNull(text("Credit that has to stand beside the facts")),
  retrieved_at: orNull(text("When the dataset was read")),
  is_synthetic: Type.Boolean({ description: "True for data of the demo town, which are invented" }),
};
const covered = {
  area_acres: number("Land of the site that it covers"),
  area_square_feet: Type.Integer({ description: "The same in square feet" }),
  share_of_site: number("The same as a share of the site, 0 to 1"),
};
const coveredBy = (description: string) => Type.Object(covered, { description });
const distance = {
  distance_feet: number("From the nearest edge of the site; 0 where it reaches the site"),
  direction: text("Where it lies as seen from the middle of the site: N, NE, E, …"),
};
const total = orNull(
  Type.Integer({ description: "How many there are; a list shows the first 40. Null where it is not known" }),
);
const sizeOf = (description: string) =>
  Type.Object({ acres: number("Acres"), square_feet: number("Square feet") }, { description });

const Zoning = Type.Object({
  ...origin,
  parcels: Type.Array(
    Type.Object({
      parcel_index: Type.Integer({ description: "0 for the first parcel" }),
      code: orNull(text("District recorded for the parcel")),
      description: orNull(text("What the district is called")),
      verified: Type.Boolean({ description: "Whether two sources agree, or a person has settled it" }),
    }),
  ),
  districts: Type.Array(
    Type.Object({
      code: text("District on the zoning map"),
      name: orNull(text("Its name")),
      is_overlay: Type.Boolean({ description: "Whether it adds to the rules of the district below it" }),
      ...covered,
    }),
    { description: "Districts of the zoning map on the site, largest first" },
  ),
});
const Flood = Type.Object({
  ...origin,
  is_mapped: orNull(
    Type.Boolean({
      description:
        "Whether the agency maps the site; where it does not, no zone means that the hazard is not known. Null where it could not be asked",
    }),
  ),
  panel: Type.Unknown({ description: "The FIRM panel: id, effective_date, is_printed; null where none is known" }),
  zones: Type.Array(
    Type.Object({
      zone: text("FEMA zone"),
      subtype: orNull(text("FEMA subtype, such as FLOODWAY")),
      is_floodway: Type.Boolean({ description: "Whether it is the regulatory floodway" }),
      is_special_flood_hazard_area: Type.Boolean({
        description: "Whether it is land of the 1-percent-annual-chance flood",
      }),
      base_flood_elevation_ft: orNull(number("Feet above the datum of the map")),
      ...covered,
    }),
    { description: "Flood zones on the site, largest first" },
  ),
  special_flood_hazard_area: orNull(coveredBy("All special flood hazard areas together; null where it is not known")),
  floodway: orNull(coveredBy("The regulatory floodway; null where it is not known")),
  unmapped: orNull(
    coveredBy(
      "Land of the site that the flood map does not cover: its hazard is not known; null without any flood map",
    ),
  ),
  nearest_special_flood_hazard_area_feet: orNull(number("Null where none is mapped around the site")),
});
const Wetlands = Type.Object({
  ...origin,
  areas: Type.Array(Type.Object({ code: text("Cowardin code"), type: text("Wetland type"), ...covered }), {
    description: "Kinds of wetlands on the site, largest first",
  }),
  total: orNull(coveredBy("All mapped wetlands together; null where it is not known")),
  nearest_feet: orNull(number("Null where none is mapped around the site")),
});
const Soils = Type.Object({
  ...origin,
  map_units: Type.Array(
    Type.Object({
      symbol: text("Symbol of the map unit"),
      name: text("Name of the map unit"),
      hydrologic_group: orNull(text("A, B, C, D or a dual group")),
      drainage_class: orNull(text("Natural drainage class")),
      water_table_depth_cm: orNull(number("Depth to the seasonal high water table")),
      bedrock_depth_cm: orNull(number("Depth to bedrock")),
      hydric_percent: orNull(number("Share of hydric components, 0 to 100")),
      farmland_class: orNull(text("Farmland classification")),
      ...covered,
    }),
    { description: "Soil map units of the site, largest first" },
  ),
});
const Terrain = Type.Object({
  ...origin,
  elevation_min_ft: orNull(number("Lowest ground of the site")),
  elevation_max_ft: orNull(number("Highest ground of the site")),
  relief_ft: orNull(number("The difference of the two")),
  slope_mean_percent: orNull(number("Mean slope")),
  slope_max_percent: orNull(number("Steepest slope of a cell of the grid")),
  slope_classes: Type.Array(
    Type.Object({
      from_percent: number("From this slope"),
      to_percent: orNull(number("To this slope; null: no upper limit")),
      ...covered,
    }),
    { description: "How much of the site is how steep" },
  ),
  vertical_datum: orNull(text("What elevations are measured from")),
});
const Utilities = Type.Object({
  ...origin,
  total,
  items: Type.Array(
    Type.Object({
      kind: text("water_main, sewer_main, power_line, hydrant, …"),
      name: orNull(text("Its name")),
      operator: orNull(text("Who runs it")),
      ...distance,
    }),
    { description: "The nearest of them" },
  ),
});
const Roads = Type.Object({
  ...origin,
  total,
  items: Type.Array(
    Type.Object({
      name: orNull(text("Name of the road")),
      class: text("OpenStreetMap class"),
      ...distance,
    }),
    { description: "The nearest of them" },
  ),
});
const Adjacency = Type.Object({
  ...origin,
  total,
  parcels: Type.Array(
    Type.Object({
      address: orNull(text("Address of the neighbouring parcel")),
      apn: orNull(text("Its parcel number")),
      zoning_code: orNull(text("Its district in the parcel record")),
      use: orNull(text("Its use in the parcel record")),
      ...distance,
    }),
  ),
});
const Environmental = Type.Object({
  ...origin,
  total,
  on_site: orNull(Type.Integer({ description: "How many of them are on the site; null where it is not known" })),
  sites: Type.Array(
    Type.Object({
      id: text("Number of the facility in its registry"),
      name: text("Name of the facility"),
      program: text("Program that lists it"),
      status: orNull(text("Status in the program")),
      url: orNull(text("Its record")),
      ...distance,
    }),
    { description: "The nearest of them" },
  ),
  listings: Type.Array(
    Type.Object({
      listing: text("What the source lists"),
      state: text("ready, empty (asked, nothing is here), or why it was not read"),
      detail: orNull(text("Why it was not read, in words")),
    }),
    { description: "How each source stands; a site that only an unread source lists is missing" },
  ),
});
const ExistingBuildings = Type.Object(
  {
    ...origin,
    total: orNull(Type.Integer({ description: "Mapped buildings that reach the site; null where it is not known" })),
    covered: orNull(coveredBy("Ground of the site under them; null where it is not known")),
    buildings: Type.Array(
      Type.Object({
        name: orNull(text("Its name")),
        kind: orNull(text("OpenStreetMap kind: house, retail, …")),
        levels: orNull(number("Stories above ground")),
        height_ft: orNull(number("Height")),
        ...covered,
      }),
      { description: "The largest on the site, with the ground of the site that each covers" },
    ),
  },
  { description: "Mapped buildings on the site; whether they stay is a matter of the program" },
);
const Feasibility = Type.Object({
  site_area: sizeOf("All parcels together"),
  constraints: Type.Array(
    Type.Object({
      constraint: text("special_flood_hazard_area, floodway, wetlands or steep_slope (25 percent and more)"),
      state: text("ready; otherwise the constraint is not known"),
      area_acres: orNull(number("Null where it is not known")),
      area_square_feet: orNull(Type.Integer({ description: "Null where it is not known" })),
      share_of_site: orNull(number("Null where it is not known")),
      source: orNull(text("Dataset it was measured from")),
      retrieved_at: orNull(text("When the dataset was read")),
    }),
    { description: "Mapped constraints, each measured by itself" },
  ),
  unconstrained_area: orNull(sizeOf("Land outside of special flood hazard areas and wetlands")),
  existing_buildings: ExistingBuildings,
  not_known: Type.Array(Type.String(), { description: "Layers without which the unconstrained area is not known" }),
});
const Layer = Type.Object({
  ...origin,
  layer: text("Name of the layer"),
  title: text("Its title"),
  features: Type.Integer({ description: "How many features are stored around the site" }),
});
const KnowledgeBase = Type.Object({
  documents: Type.Integer({ description: "Documents that can be searched" }),
  chunks: Type.Integer({ description: "Passages that can be searched" }),
  corpora: Type.Array(
    Type.Object({
      kind: text("ordinance, supplemental, upload or gis"),
      title: text("Title of the corpus"),
      chunks: Type.Integer({ description: "Its passages" }),
      indexed_at: orNull(text("When it last changed")),
    }),
  ),
});
const SourceReadiness = Type.Object({
  target: text("municipal_ordinance, county_ordinance, a layer, or the id of a supplemental source"),
  status: text("How it stands"),
  detail: orNull(text("Title or reason")),
});

const section = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description: `${description}; null when it was not requested` });
const list = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Array(schema, { description: `${description}; empty when it was not requested` });

/** The digest of a site. */
export const SiteDigestView = Type.Object({
  project_id: Type.String(),
  generated_at: text("When the digest was put together"),
  sections_available: Type.Array(Type.String(), { description: "Names of all sections" }),
  sections_returned: Type.Array(Type.String(), { description: "Sections that this answer contains" }),
  zoning: section(Zoning, "Districts of the parcels and of the zoning map"),
  flood: section(Flood, "Flood hazard"),
  wetlands: section(Wetlands, "Mapped wetlands"),
  soils: section(Soils, "Soil map units"),
  terrain: section(Terrain, "Elevations and slopes"),
  utilities: section(Utilities, "Utilities around the site, nearest first"),
  roads: section(Roads, "Roads around the site, nearest first"),
  adjacency: section(Adjacency, "Neighbouring parcels, nearest first"),
  environmental: section(Environmental, "Listed environmental sites, nearest first"),
  feasibility: section(Feasibility, "What mapped constraints leave of the site"),
  regulatory_layers: list(Layer, "Layers that carry rules: zoning, flood, wetlands"),
  spatial_layers: list(Layer, "Every layer with its state"),
  knowledge_base: section(KnowledgeBase, "What can be searched"),
  source_readiness: list(SourceReadiness, "How every source stands"),
});
export type SiteDigest = Static<typeof SiteDigestView>;
