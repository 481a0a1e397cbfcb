import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import { type Box, boxOf, grownBox } from "../../geometry/box.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, settle } from "../client/provider-fault.ts";
import type { FetchLayer } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import type * as work from "./convert-elements.task.ts";
import type { MapElement, MapTopic } from "./map-element.ts";

/** OpenStreetMap, asked through Overpass. @see https://wiki.openstreetmap.org/wiki/Overpass_API */
export const overpassDescription: ProviderDescription = {
  provider: "overpass",
  name: "OpenStreetMap",
  attribution: "© OpenStreetMap contributors",
  license: "Open Database License (ODbL) 1.0",
  // The public servers have two places for each address.
  concurrency: 2,
};

const freshForSeconds = 86_400;
const serverSeconds = 25;

const convertTask = computeTask<typeof work, "convertElements">({
  module: join(import.meta.dirname, "convert-elements.task.ts"),
  name: "convertElements",
  lane: "background",
  deadlineMs: 20_000,
});

/** What the layers of the open map are read with. */
export interface OverpassParts {
  readonly client: ProviderClient;
  readonly compute: Compute;
}

/** Makes one layer of the open map. All topics of a site come from the same query, which is sent once. */
export function makeOverpassLayer({ client, compute }: OverpassParts, topic: MapTopic): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const answer = await client.json(
        {
          path: "",
          form: { data: queryFor(box) },
          ...{ freshForSeconds, attemptMs: 30_000, totalMs: 60_000, signal },
        },
        (body) => readAnswer(body, client.description.name),
      );
      const { elements, at } = answer.body;
      const { features, dropped } = await compute.run(convertTask, { elements, topic, box }, { signal });
      const provenance = { ...answer.provenance, vintage: at === null ? null : `as of ${at}` };
      if (features.length > 0) return { state: "ready", value: { features, summary: {} }, provenance };
      if (dropped === 0) return { state: "empty", provenance };
      const detail = `None of the ${dropped} ${topic} near the site can be read.`;
      throw new ProviderFault("permanent", detail, { provenance });
    });
}

/** One query for all layers; the box is south, west, north, east. */
function queryFor([west, south, east, north]: Box): string {
  const box = [south, west, north, east].map((side) => side.toFixed(6)).join(",");
  const wanted = [
    ...['way["highway"]', 'way["building"]', 'relation["building"]'],
    ...['way["power"]', 'node["power"~"^(substation|plant|generator)$"]', 'way["man_made"="pipeline"]'],
    'nwr["man_made"~"^(water_tower|wastewater_plant|water_works|storage_tank|pumping_station)$"]',
    'node["emergency"="fire_hydrant"]',
  ];
  return `[out:json][timeout:${serverSeconds}][bbox:${box}];(${wanted.map((one) => `${one};`).join("")});out tags geom;`;
}

interface OverpassAnswer {
  readonly elements: readonly MapElement[];
  /** Date of the map. */
  readonly at: string | null;
}

/**
 * Reads an answer. One that ran out of time or memory comes with status 200, a remark, and few or no elements.
 *
 * @throws ProviderFault
 */
function readAnswer(body: unknown, name: string): OverpassAnswer {
  const { elements, remark, osm3s } = valuesIn(body);
  const said = textIn(remark);
  if (said !== null && /error|timed out|timeout|out of memory/i.test(said)) {
    throw new ProviderFault("passing", `${name} could not finish the query.`, { internal: said.slice(0, 300) });
  }
  if (!Array.isArray(elements)) throw new ProviderFault("passing", `${name} sent no list of elements.`);
  const read = elements.map(valuesIn).flatMap((element) => elementFrom(element) ?? []);
  return { elements: read, at: textIn(valuesIn(osm3s).timestamp_osm_base)?.slice(0, 10) ?? null };
}

const types = new Set<unknown>(["node", "way", "relation"]);

/** Shapes are read where they are converted. */
function elementFrom(values: Readonly<Record<string, unknown>>): MapElement | undefined {
  if (!types.has(values.type) || typeof values.tags !== "object" || values.tags === null) return undefined;
  const { type, id, tags, lat, lon, geometry, members } = values;
  return { type, id, tags, lat, lon, geometry, members } as unknown as MapElement;
}
