import type { Box } from "../../geometry/box.ts";
import { areaOf } from "../../geometry/ellipsoid-area.ts";
import { polygonsOf } from "../../geometry/geojson.ts";
import { type AgencyLayer, readAgencyLayer } from "../arcgis/agency-layer.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import { textIn } from "../read-value.ts";
import type { SiteFeature } from "../site-features.ts";
import type { FloodSummary } from "../site-layer.ts";

/** A sheet of the Flood Insurance Rate Map. */
export type FirmPanel = NonNullable<FloodSummary["panel"]>;

/** S_FIRM_PAN of the FIRM database. */
const panels: AgencyLayer = { name: "FIRM Panels", usualId: 3, fields: ["FIRM_PAN", "PANEL_TYP", "EFF_DATE"] };
/** Areas of which the agency publishes digital maps. */
const availability: AgencyLayer = { name: "NFHL Availability", usualId: 0, fields: [] };

/** Returns the panel that shows most of a box; null where no panel does. @throws ProviderFault */
export async function findPanel(
  parts: ArcgisParts,
  asked: { readonly box: Box; readonly signal: AbortSignal | undefined },
): Promise<{ readonly panel: FirmPanel | null; readonly provenance: Provenance }> {
  const { features, provenance } = await readAgencyLayer(parts, panels, asked);
  const [largest] = features
    .map((feature) => ({ panel: panelFrom(feature), size: sizeOf(feature) }))
    .sort((one, other) => other.size - one.size);
  if (!largest) return { panel: null, provenance };
  if (largest.panel) return { panel: largest.panel, provenance };
  throw new ProviderFault("permanent", `${parts.client.description.name} sent a panel without a number.`, {
    provenance,
  });
}

/**
 * Makes sure that the agency does not publish maps of a box, after it returned none.
 *
 * @throws ProviderFault when it says that it does: the answer without maps was then not a true one
 */
export async function assertNotAvailable(
  parts: ArcgisParts,
  asked: { readonly box: Box; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { features, provenance } = await readAgencyLayer(parts, availability, asked);
  if (features.length === 0) return;
  const { name } = parts.client.description;
  throw new ProviderFault("passing", `${name} lists maps of this place as available but returned none.`, {
    provenance,
  });
}

const sizeOf = ({ geometry }: SiteFeature) =>
  geometry.type === "Polygon" || geometry.type === "MultiPolygon" ? areaOf(polygonsOf(geometry)) : 0;

function panelFrom({ properties }: SiteFeature): FirmPanel | undefined {
  const id = textIn(properties.FIRM_PAN);
  if (id === null) return undefined;
  const type = textIn(properties.PANEL_TYP)?.toLowerCase() ?? "";
  const isPrinted = type.includes("printed") && !type.includes("not printed");
  return { id, effective_date: dateFrom(properties.EFF_DATE), is_printed: isPrinted };
}

/** Milliseconds since 1970 in UTC. The agency writes the year 9999 for a date that is not known. */
function dateFrom(given: unknown): string | null {
  const date = typeof given === "number" ? new Date(given) : null;
  const isKnown = date !== null && !Number.isNaN(date.getTime()) && date.getUTCFullYear() < 9999;
  return isKnown ? date.toISOString().slice(0, 10) : null;
}
