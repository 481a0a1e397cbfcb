import { grownBox } from "../../geometry/box.ts";
import { runPrintJob, type WaitBetween } from "../arcgis/print-job.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { AgencyFile, AgencyMaps } from "../providers.ts";
import { assertNotAvailable, type FirmPanel, findPanel } from "./firm-panel.ts";
import { fetchPanelPicture } from "./panel-picture.ts";

/** The Map Service Center, which prints the flood maps. @see https://msc.fema.gov */
export const firmPrintDescription: ProviderDescription = {
  provider: "firm_print",
  name: "FEMA Flood Map Service Center",
  attribution: "Federal Emergency Management Agency",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

const task = "/MSCPrintB/GPServer/PrintFIRMette";
const fileMs = 30_000;
/** Half the side of the square around a point in which panels are looked for, in metres. */
const nearMeters = 1;

interface FloodMapParts {
  /** Asked whether there is a panel before anything is printed. */
  readonly flood: ArcgisParts;
  readonly print: ProviderClient;
  readonly wait?: WaitBetween;
}

type Asked = Parameters<AgencyMaps["floodMap"]>[0];

/**
 * Makes the printer of flood maps: the FIRMette of the middle of a site, or the printed panel when there is none to be
 * had, as where the map of the agency ends within the site. `not_published` where no panel shows the site or its panel is
 * not printed; a print job that fails never means that.
 */
export function makeFloodMap({ flood, print, wait }: FloodMapParts): AgencyMaps["floodMap"] {
  return (asked, signal) =>
    settle(async () => {
      const { panel, provenance, isAtPoint } = await findPanelOfSite(flood, asked, signal);
      if (panel === null) await assertNotAvailable(flood, { box: asked.siteBox, signal });
      if (panel === null || !panel.is_printed) return { state: "not_published", detail: reasonOf(panel), provenance };
      const printPanel = async () => {
        const bytes = await fetchPanelPicture(print, panel.id, signal);
        const file: AgencyFile = { bytes, mimeType: "image/png", filename: `FIRM-${panel.id}.png` };
        return ready(file, printed(print, provenance, panel));
      };
      if (!isAtPoint) return printPanel();
      try {
        return await printFirmette(print, { point: asked, panel, wait, signal });
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error;
        return await printPanel().catch((second: unknown) => {
          // The reason why there is no FIRMette says more than why its substitute could not be had.
          throw second instanceof ProviderFault ? error : second;
        });
      }
    });
}

/** Returns the panel that shows the middle of a site, else the one that shows most of the site. */
async function findPanelOfSite(
  flood: ArcgisParts,
  { latitude, longitude, siteBox }: Asked,
  signal: AbortSignal | undefined,
) {
  const box = grownBox([longitude, latitude, longitude, latitude], nearMeters);
  const atPoint = await findPanel(flood, { box, signal });
  if (atPoint.panel !== null) return { ...atPoint, isAtPoint: true };
  return { ...(await findPanel(flood, { box: siteBox, signal })), isAtPoint: false };
}

const reasonOf = (panel: FirmPanel | null) =>
  panel === null ? "The agency prints no flood map of this place." : `The agency does not print panel ${panel.id}.`;

async function printFirmette(
  print: ProviderClient,
  asked: {
    readonly point: Asked;
    readonly panel: FirmPanel;
    readonly wait: WaitBetween | undefined;
    readonly signal: AbortSignal | undefined;
  },
) {
  const { point, panel, wait, signal } = asked;
  const { latitude, longitude } = point;
  const inputs = {
    ...{ input_lat: latitude.toFixed(6), input_lon: longitude.toFixed(6) },
    ...{ Print_Type: "FIRMETTE", graphic: "PDF" },
  };
  const url = await runPrintJob(print, { task, inputs, output: "OutputFile" }, { ...(wait ? { wait } : {}), signal });
  const limits = { attemptMs: fileMs, totalMs: fileMs * 2, signal };
  const { body, provenance, status } = await print.bytes({ path: url, kinds: ["pdf"], accept: [404], ...limits });
  if (status === 404) {
    const detail = `${print.description.name} removed the map before it was fetched.`;
    throw new ProviderFault("passing", detail, { provenance });
  }
  const file: AgencyFile = { bytes: body, mimeType: "application/pdf", filename: `FIRMette-${panel.id}.pdf` };
  return ready(file, printed(print, provenance, panel));
}

/** Provenance of a printed map: the printer's, with the date from which its panel is in force. */
function printed(print: ProviderClient, { fetchedAt, isSynthetic, ...from }: Provenance, panel: FirmPanel): Provenance {
  const date = panel.effective_date;
  return {
    ...{ provider: print.description.provider, fetchedAt, isSynthetic },
    ...{ name: from.name, url: from.url, attribution: from.attribution, license: from.license },
    vintage: `panel ${panel.id}${date === null ? "" : `, effective ${date}`}`,
  };
}
