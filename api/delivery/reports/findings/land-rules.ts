import { citing, fact, joined, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { acres, count, date, feet, fixed, named, share, squareFeet } from "../document/values.ts";
import { sentenceCase } from "../sections/concept-words.ts";
import {
  absenceOf,
  answerTo,
  type LayerName,
  layerBrief,
  layerTitles,
  label as ownText,
  recordKey,
  type SectionContext,
} from "../sections/context.ts";
import { buildingsOnSite, mappedBuildings, underConcept } from "../sections/existing-buildings.ts";
import { landOf } from "../sections/hazards.ts";
import { areaDifference, areaGaps, areaTolerance } from "../sections/site.ts";
import { frontageFeet, roadsAlong } from "../sections/surroundings.ts";
import type { FindingRule, RuleOutcome } from "./rule.ts";

const dayMs = 86_400_000;

/** A layer that could not be read is an open item, never a pass. */
function unknownLayer(context: SectionContext, name: LayerName, next: Statement): RuleOutcome | undefined {
  const layer = layerBrief(context, name);
  if (layer.isRead) return undefined;
  const absence = absenceOf(context, name);
  // One source can have several layers; where it is named, the sentence does not say which of them is absent.
  const title = ownText(sentenceCase(layerTitles[name].replace(/^the /, "")));
  return { rating: "amber", statement: layer.hasSource ? fact`${title}: ${absence}` : absence, next };
}

/** Floodway and special flood hazard areas. */
export const floodHazard: FindingRule = {
  id: "DD-FLOOD-01",
  section: "flood",
  topic: "flood hazard",
  affects: "Buildable land, elevation of floors, flood permit.",
  evaluate(context) {
    const { flood } = context.evidence.digest;
    const { key } = layerBrief(context, "flood");
    const next = wording`Order a flood determination, and ask the floodplain administrator.`;
    const unknown = unknownLayer(context, "flood", next);
    if (unknown) return [unknown];
    const [floodway, hazard] = [flood?.floodway, flood?.special_flood_hazard_area];
    if (!flood?.is_mapped || !hazard || !floodway) {
      const statement = citing(wording`The agency publishes no flood map here. This does not mean low hazard.`, key);
      return [{ rating: "amber", statement, next }];
    }
    if (floodway.area_square_feet > 0) {
      const statement = fact`The regulatory floodway covers ${landOf(floodway, key)}; all special flood hazard areas cover ${landOf(hazard, key)}.`;
      return [{ rating: "red", statement, next }];
    }
    if (hazard.area_square_feet > 0) {
      return [{ rating: "amber", statement: fact`Special flood hazard areas cover ${landOf(hazard, key)}.`, next }];
    }
    if (flood.unmapped && flood.unmapped.area_square_feet > 0) {
      const statement = fact`The flood map does not cover ${landOf(flood.unmapped, key)}. This does not mean low hazard.`;
      return [{ rating: "amber", statement, next }];
    }
    const nearest = flood.nearest_special_flood_hazard_area_feet;
    const near = nearest === null ? wording`` : fact` The nearest one is ${feet(nearest, key)} away.`;
    const statement = citing(fact`No special flood hazard area is mapped on the site.${near}`, key);
    return [{ rating: "green", statement }];
  },
};

/** Nearer wetlands than this can reach the site with their buffer, in feet. */
const wetlandNearFeet = 100;

/** Mapped wetlands. */
export const wetlandsOnSite: FindingRule = {
  id: "DD-WET-01",
  section: "wetlands",
  topic: "wetlands",
  affects: "Buildable land and buffers.",
  evaluate(context) {
    const { wetlands } = context.evidence.digest;
    const { key } = layerBrief(context, "wetlands");
    const next = wording`Have a wetland scientist delineate the site.`;
    const unknown = unknownLayer(context, "wetlands", next);
    if (unknown) return [unknown];
    if (wetlands?.total && wetlands.areas.length > 0) {
      return [
        { rating: "amber", statement: fact`Mapped wetlands and waters cover ${landOf(wetlands.total, key)}.`, next },
      ];
    }
    const nearest = wetlands?.nearest_feet ?? null;
    if (nearest !== null && nearest <= wetlandNearFeet) {
      const where = nearest === 0 ? citing(wording`adjoins it`, key) : fact`is ${feet(nearest, key)} away`;
      const statement = fact`No wetland is mapped on the site; the nearest mapped one ${where}, so that its buffer can reach the site.`;
      return [{ rating: "amber", statement, next }];
    }
    if (layerBrief(context, "wetlands").state === "empty") return [];
    return [
      {
        rating: "green",
        statement: citing(wording`No wetland is mapped on the site or next to it. A map is not a field survey.`, key),
      },
    ];
  },
};

/** Slopes from which ground counts as steep, in percent. */
const steepPercent = 25;

/** Steep ground. */
export const steepGround: FindingRule = {
  id: "DD-SLOPE-01",
  section: "terrain",
  topic: "steep ground",
  affects: "Buildable land, grading and drainage.",
  evaluate(context) {
    const { terrain } = context.evidence.digest;
    const layer = layerBrief(context, "contours");
    const next = wording`Order a topographic survey.`;
    const classes = terrain?.slope_classes ?? [];
    if (layer.state !== "ready" || classes.length === 0) {
      const told = layer.isRead
        ? citing(
            wording`The elevation service has no data for the site. Nothing is implied about its slopes.`,
            layer.key,
          )
        : absenceOf(context, "contours");
      return [{ rating: "amber", statement: told, next }];
    }
    const steep = classes.filter(({ from_percent: from }) => from >= steepPercent);
    const area = steep.reduce((sum, one) => sum + one.area_acres, 0);
    const part = steep.reduce((sum, one) => sum + one.share_of_site, 0);
    const limit = fixed(`${steepPercent}%`, "rule DD-SLOPE-01");
    if (part === 0)
      return [
        {
          rating: "green",
          statement: fact`No ground of ${citing(label(limit), layer.key)} slope or more is mapped on the site.`,
        },
      ];
    const statement = fact`Slopes of ${limit} and more cover ${acres(area, layer.key, "sum of the steep classes")} (${share(part, layer.key, "sum of the steep classes")} of the site).`;
    return [{ rating: "amber", statement, next }];
  },
};

const label = (value: ReturnType<typeof fixed>): Statement => wording`${value}`;

/** Frontage on a mapped road. */
export const streetFrontage: FindingRule = {
  id: "DD-ACCESS-01",
  section: "access",
  topic: "street frontage",
  affects: "Access and the place of driveways.",
  evaluate(context) {
    const { key } = layerBrief(context, "roads");
    const next = wording`Have a surveyor confirm the frontage, and a title search the right of access.`;
    const unknown = unknownLayer(context, "roads", next);
    if (unknown) return [unknown];
    const within = fixed(`${frontageFeet} ft`, "rule DD-ACCESS-01");
    const along = roadsAlong(context);
    const [first] = along;
    if (!first) {
      return [
        { rating: "red", statement: citing(wording`No mapped street runs within ${within} of the site.`, key), next },
      ];
    }
    const name = first.name === null ? wording`a road without a name` : fact`${named(first.name, key)}`;
    return [
      {
        rating: "green",
        statement: fact`The site lies along ${name}; its center line is ${feet(first.distance_feet, key)} from the boundary.`,
      },
    ];
  },
};

/** Buildings that stand on the site. */
export const buildingsStanding: FindingRule = {
  id: "DD-BLDG-01",
  section: "site",
  topic: "existing buildings",
  affects: "Demolition, or what is built beside them; nonconforming rights.",
  evaluate(context) {
    const next = wording`Have a surveyor locate the buildings, and settle which of them stay.`;
    const unknown = unknownLayer(context, "buildings", next);
    if (unknown) return [unknown];
    if (mappedBuildings(context).length === 0) return [];
    const { concept } = context.evidence;
    const headline = buildingsOnSite(context);
    const statement = joined([headline, ...(concept === null ? [] : [underConcept(context, concept)])]);
    return [{ rating: "amber", headline, statement, next }];
  },
};

/** Water and sewer farther than this are an extension project of their own, in feet. */
const mainNearFeet = 300;

/** Water and sewer mains near the site. */
export const mainsNear: FindingRule = {
  id: "DD-UTIL-01",
  section: "utilities",
  topic: "water and sewer mains",
  affects: "Time and cost of connections.",
  evaluate(context) {
    const { utilities } = context.evidence.digest;
    const { key } = layerBrief(context, "utilities");
    const next = wording`Ask the providers for will-serve letters.`;
    const unknown = unknownLayer(context, "utilities", next);
    if (unknown) return [unknown];
    const lines = (["water_main", "sewer_main"] as const).map((kind): Statement => {
      const main = utilities?.items.find((item) => item.kind === kind);
      const name = label({ ...fixed(kind.replace("_", " "), "kind of utility") });
      if (!main) return citing(wording`No ${name} is mapped around the site.`, key);
      const where = fact`The nearest mapped ${name} is ${feet(main.distance_feet, key)} from the site`;
      return main.distance_feet <= mainNearFeet ? fact`${where}.` : fact`${where}, so that it must be extended.`;
    });
    return [{ rating: "amber", statement: joined([...lines, wording`Capacity is not determined.`]), next }];
  },
};

/** Listed facilities on the site or next to it are told, in feet. */
const facilityNearFeet = 500;

/** Listed environmental facilities. */
export const listedFacilities: FindingRule = {
  id: "DD-ENV-01",
  section: "environmental",
  topic: "listed facilities",
  affects: "Environmental liability; what a lender asks for.",
  evaluate(context) {
    const { environmental } = context.evidence.digest;
    const { key } = layerBrief(context, "environmental");
    const next = commissionPhaseI;
    const unknown = unknownLayer(context, "environmental", next);
    if (unknown) return [unknown];
    const unread = (environmental?.listings ?? []).filter(({ state }) => state !== "ready" && state !== "empty");
    const near = (environmental?.sites ?? []).filter(({ distance_feet }) => distance_feet <= facilityNearFeet);
    const within = fixed(`${facilityNearFeet} ft`, "rule DD-ENV-01");
    const [first] = near;
    // An answer without anything is a statement of the registry, told in its section; it is no pass.
    if (!first && layerBrief(context, "environmental").state === "empty") return [];
    if (!first && unread.length > 0) {
      const lists = unread.map(({ listing }) => listing).join(", ");
      const statement = citing(wording`Not every list was read; missing: ${fixed(lists, "lists not read")}.`, key);
      return [{ rating: "amber", statement, next }];
    }
    if (!first) {
      return [
        {
          rating: "green",
          statement: citing(
            wording`No listed facility is on the site or within ${within} of it. This says nothing of contamination.`,
            key,
          ),
        },
      ];
    }
    const where = first.distance_feet === 0 ? wording`on the site` : fact`${feet(first.distance_feet, key)} away`;
    const statement = fact`${count(near.length, key, "listed facilities within the distance of the rule")} listed ${label(fixed(near.length === 1 ? "facility is" : "facilities are", "grammar"))} on the site or within ${within}: the nearest, ${named(first.name, key)}, is ${where}.${standingOf(near, key)} A listing is not evidence of contamination.`;
    return [{ rating: "amber", statement, next }];
  },
};

/** Names the facilities that the agency lists, or proposes to list, among those to clean up first. */
function standingOf(
  sites: readonly { readonly name: string; readonly status: string | null }[],
  key: SourceKey | null,
) {
  const worst = sites.filter(({ status }) => /\bNational Priorities List\b/.test(status ?? ""));
  return worst.reduce((told, { name, status }) => fact`${told} ${named(`${name}: ${status}`, key)}.`, wording``);
}

/** Whether the areas of the parcels agree with their records and with the site. */
export const areasAgree: FindingRule = {
  id: "DD-AREA-01",
  section: "site",
  topic: "area of the land",
  affects: "Every figure that is computed from the area.",
  evaluate(context) {
    const difference = areaDifference(context);
    const key = layerBrief(context, "parcels").key ?? recordKey(context);
    const whole = context.evidence.digest.feasibility?.site_area.square_feet ?? 0;
    const next = wording`Order a boundary survey.`;
    if (difference === null) {
      return [{ rating: "amber", statement: citing(wording`The area of a parcel is not known.`, key), next }];
    }
    const gaps = areaGaps(context).map(
      ({ parcelIndex, statement }): RuleOutcome => ({
        rating: "amber",
        subject: `parcel-${parcelIndex}`,
        statement,
        next,
      }),
    );
    if (difference <= areaTolerance) return gaps;
    const statement = fact`The parcels add up to ${share(difference, key, "difference divided by the area of the site")} more or less than the ${squareFeet(whole, key)} of the site.`;
    return [{ rating: "amber", statement, next }, ...gaps];
  },
};

const commissionPhaseI = wording`Commission a ${fixed("Phase I", "name of the assessment")} environmental site assessment.`;

const keyDocuments = [
  { id: "title_exceptions", name: "title report", next: wording`Order a title commitment.` },
  { id: "survey", name: "boundary survey", next: wording`Order a boundary and topographic survey.` },
  { id: "phase_i", name: "Phase I environmental site assessment", next: commissionPhaseI },
  { id: "geotech", name: "geotechnical report", next: wording`Commission borings and a geotechnical report.` },
] as const;

/** Documents that such a decision rests on. */
export const documentsSupplied: FindingRule = {
  id: "DD-DOC-01",
  section: "title",
  topic: "missing documents",
  affects: "What is known of title, boundaries, soil and contamination.",
  evaluate(context) {
    const missing = keyDocuments.filter(({ id }) => answerTo(context, id).sentences.length === 0);
    if (missing.length === 0) return [];
    const names = fixed(missing.map(({ name }) => name).join(", "), "documents that the report looks for");
    return [
      {
        rating: "amber",
        statement: wording`What these documents state is not known, because they were not provided or do not state it: ${names}.`,
        next: joined(missing.map(({ next }) => next)),
      },
    ];
  },
};

/** Days after which a map layer, or the text of a law, counts as old. */
const oldAfterDays = { layer: 90, law: 30 };

/** Sources that are older than their limit. */
export const sourcesFresh: FindingRule = {
  id: "DD-AGE-01",
  section: "data_vintage",
  topic: "age of the sources",
  affects: "Every statement from an old source.",
  evaluate(context) {
    const { digest, project, report_time: now } = context.evidence;
    const age = (at: string | null) => (at === null ? 0 : (new Date(now).getTime() - new Date(at).getTime()) / dayMs);
    const record = recordKey(context);
    const isAnyRead =
      digest.spatial_layers.some(({ retrieved_at: at }) => at !== null) || project.knowledge_base.corpora.length > 0;
    if (!isAnyRead) {
      const next = wording`Read the sources, then request the report again.`;
      return [{ rating: "amber", statement: citing(wording`No map layer and no text was read.`, record), next }];
    }
    const old = [
      ...digest.spatial_layers.flatMap(({ title, retrieved_at: at }) =>
        age(at) > oldAfterDays.layer ? [{ title, at }] : [],
      ),
      ...project.knowledge_base.corpora.flatMap(({ title, indexed_at: at, kind }) =>
        kind !== "upload" && age(at) > oldAfterDays.law ? [{ title, at }] : [],
      ),
    ];
    if (old.length === 0) {
      return [
        { rating: "green", statement: citing(wording`Every source that was read is within its age limit.`, record) },
      ];
    }
    const titles = joined(
      old.map(({ title, at }) => fact`${named(title, record)}, read on ${date(at ?? now, record)}`),
      "; ",
    );
    return [
      {
        rating: "amber",
        statement: fact`Sources are older than their limit: ${titles}.`,
        next: wording`Create the project again to read the sources anew.`,
      },
    ];
  },
};
