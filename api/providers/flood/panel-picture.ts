import { promisify } from "node:util";
import { type AsyncUnzipOptions, type Unzipped, unzip } from "fflate";
import { assertMagic } from "../client/body-checks.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";

/** Scans of panels have about 20 MB. */
const mostPictureBytes = 60 * 1024 * 1024;
const downloadMs = 45_000;

const unpack = promisify<Uint8Array, AsyncUnzipOptions, Unzipped>(unzip);

/**
 * Downloads the printed panel with this number and returns its picture as PNG.
 *
 * @throws ProviderFault, also for an archive without such a picture, as those of older panels are
 */
export async function fetchPanelPicture(
  client: ProviderClient,
  panelId: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { name } = client.description;
  const query = { productTypeID: "FINAL_PRODUCT", productSubTypeID: "FIRM_PANEL", productID: panelId };
  const limits = { attemptMs: downloadMs, totalMs: downloadMs * 2, signal };
  const path = `${portalOf(client.endpoint.baseUrl)}/portal/downloadProduct`;
  const archive = await client.bytes({ path, query, ...limits, kinds: ["zip"] });
  const filter: AsyncUnzipOptions["filter"] = (file) =>
    /\.png$/i.test(file.name) && file.originalSize <= mostPictureBytes;
  const files = await unpack(archive.body, { filter }).catch((cause: unknown) => {
    throw new ProviderFault("passing", `${name} sent an archive that cannot be unpacked.`, { cause });
  });
  const [picture] = Object.values(files);
  if (!picture) {
    throw new ProviderFault("permanent", `${name} sent no PNG picture of panel ${panelId}.`, {
      provenance: archive.provenance,
    });
  }
  assertMagic(picture, ["png"], name);
  return picture;
}

/** Downloads are beside the ArcGIS server: at the same place of the address as its `/arcgis`. */
function portalOf(baseUrl: string): string {
  const at = baseUrl.toLowerCase().indexOf("/arcgis/");
  return at < 0 ? new URL(baseUrl).origin : baseUrl.slice(0, at);
}
