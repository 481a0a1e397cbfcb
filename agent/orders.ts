import type { Answered, TurnToAnswer } from "./answerer.ts";
import type { OrderedWork } from "./turn.ts";

/** An order read from a message; with a tool where a turn can carry it out. */
export interface Order {
  readonly work: OrderedWork;
  readonly tool?: { readonly name: string; readonly input: Readonly<Record<string, string>>; readonly makes: string };
}

const polite =
  "^\\s*(?:(?:hi|hello|ok|okay|please|now|then|thanks)[,.!]?\\s+)*(?:(?:can|could|would|will) you (?:please )?)?(?:let(?:'s| us) )?(?:please )?";
const wish = "i(?:'d| would) like(?: you to)?|(?:i|we) (?:want|need)(?: you to)?";
const verb =
  "create|write|make|generate|prepare|produce|draw(?: up)?|render|show|export|download|save|send|give|get|order|run";
const begin = `${polite}(?:(?:${wish}) (?:(?:${verb}) )?|(?:${verb}) )(?:me |us )?(?:(?:a|the) (?:pdf|picture|copy|file) of )?(?:(?:a|an|the|this|my|our|all|another|new|full) )*`;
const site = "(?:this |the |my |our )?(?:site|project|property|land|parcels?|lot)";
const end = `(?: (?:for|of|on|about) ${site})?(?: (?:as|in) (?:a |an )?(?:pdf|document|file))?,?(?: please)?[.!?]*\\s*$`;
const format = "dxf|cad|shapefile|shp|kml|kmz|geojson";

const report = new RegExp(
  `${begin}(?:(?:due[- ]diligence|feasibility|and|or|site|project) )*reports?(?: on (?:feasibility|due diligence))?${end}`,
  "i",
);
const interview = new RegExp(
  `${polite}(?:(?:${wish}) )?(?:start|begin|continue|resume|run|open|do) (?:(?:a|an|the|my|our|guided|planning|site[- ]plan) )*interview${end}`,
  "i",
);
const plan = new RegExp(
  `${begin}(?:(?:site[- ]plan|plan|concept) ?)+ (?:as|in|to) (?:a |an )?(?:${format}|landxml|png|pdf)(?: file| format)?${end}`,
  "i",
);
const map = new RegExp(
  `${begin}(?:(site|location|parcel|aerial|satellite|flood|wetlands?|contours?|elevation|topographic|topo) )?(?:maps?|imagery|images?|photos?|pictures?)${end}`,
  "i",
);
const gis = new RegExp(
  `${begin}(?:(?:site|project|parcels?|layers?|map|gis|data|boundary|boundaries|and) ?)*(?: ?(?:as|in|to) (?:a |an )?)?(${format})(?: file| format| export)?${end}`,
  "i",
);

const mapKinds: readonly (readonly [RegExp, kind: string, name: string])[] = [
  [/^(?:aerial|satellite)/i, "aerial", "aerial image"],
  [/^flood/i, "flood", "flood map"],
  [/^wetland/i, "wetlands", "wetlands map"],
  [/^(?:contour|elevation|topo)/i, "contours", "contour map"],
];

/** Returns what a message orders; undefined where it asks something, or orders what is none of the service's files. */
export function readOrder(message: string): Order | undefined {
  if (report.test(message)) return { work: "report" };
  if (interview.test(message)) return { work: "interview" };
  if (plan.test(message)) return { work: "plan_export" };
  const drawn = map.exec(message);
  if (drawn) {
    const [, kind, name] = mapKinds.find(([words]) => words.test(drawn[1] ?? "")) ?? [null, "site_map", "site map"];
    return { work: "map", tool: { name: "render_map", input: { kind }, makes: name } };
  }
  const named = gis.exec(message)?.[1]?.toLowerCase();
  if (named === undefined) return undefined;
  const written = { cad: "dxf", shp: "shapefile" }[named] ?? named;
  return {
    work: "gis_export",
    tool: { name: "export_gis", input: { format: written }, makes: "file of the map data" },
  };
}

/**
 * Carries out an order with its tool; without one it says how the work is ordered.
 *
 * @param way how the person has the work done, as sentences
 */
export async function carryOut(
  { tool: ordered }: Order,
  { tools, use, modelId }: TurnToAnswer,
  way: string,
): Promise<Answered> {
  const tool = tools.find(({ name }) => name === ordered?.name);
  const answer = { status: undefined, served: modelId, usage: { inputTokens: 0, outputTokens: 0 } };
  if (ordered === undefined || tool === undefined) return { ...answer, done: way };
  const { artifacts = [], content, isRefused = false } = await use(tool, ordered.input);
  if (artifacts.length > 0) return { ...answer, done: `The ${ordered.makes} is attached to this answer.` };
  const why = isRefused ? `could not be made: ${content}` : "is not ready yet. Ask for it again in some seconds.";
  return { ...answer, done: `The ${ordered.makes} ${why}` };
}
