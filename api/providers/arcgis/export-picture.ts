import { join } from "node:path";
import { computeTask } from "../../../ingest/index.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { AerialImage } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { isWebMercator } from "./layer-info.ts";
import type { ArcgisParts } from "./query-layer.ts";
import type * as work from "./read-picture.task.ts";
import type { ReadPicture } from "./read-picture.task.ts";

type Box = AerialImage["bboxWebMercator"];

/** What a service is asked to draw. */
export interface PictureRequest {
  readonly bboxWebMercator: Box;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Parameters besides extent and size: the format, which layers. */
  readonly options: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** A picture of a service. */
export interface ExportedPicture {
  readonly picture: ReadPicture;
  /** The extent that the service says it drew, which has the shape of the picture. */
  readonly box: Box;
  readonly provenance: Provenance;
}

const daySeconds = 86_400;
/** Where the service does not say how large its pictures may be. */
const usualMostPixels = 4_096;

const readTask = computeTask<typeof work, "readPicture">({
  module: join(import.meta.dirname, "read-picture.task.ts"),
  name: "readPicture",
  lane: "interactive",
  deadlineMs: 10_000,
});

/**
 * Has the map or image service at the base URL of the client draw an extent. A picture that would be too large for it is
 * drawn smaller, in its shape.
 *
 * @throws ProviderFault, also when the picture cannot be decoded
 */
export async function exportPicture(
  { client, compute }: ArcgisParts,
  request: PictureRequest,
): Promise<ExportedPicture> {
  const { signal, options } = request;
  const { name } = client.description;
  const service = await fetchService(client, signal);
  const size = withinLimits(request, service.body);
  const asked = exportOf(service.body, { box: request.bboxWebMercator, size, options });
  const drawn = await client.json({ ...asked, signal }, (body) => readDrawn(body, name));
  const file = await client.bytes({ path: drawn.body.href, kinds: ["png", "jpeg"], ...patience, signal });
  const picture = await compute.run(readTask, { bytes: shared(file.body) }, { signal });
  if (picture.isUnreadable) throw new ProviderFault("passing", `${name} sent a picture that cannot be read.`);
  const attribution = client.endpoint.isSynthetic
    ? file.provenance.attribution
    : (service.body.copyright ?? file.provenance.attribution);
  return { picture, box: drawn.body.box, provenance: { ...file.provenance, url: drawn.provenance.url, attribution } };
}

const patience = { attemptMs: 15_000, totalMs: 30_000 };

interface DrawingService {
  /** Image services draw by another operation than map services. */
  readonly isImageServer: boolean;
  readonly mostWidth: number;
  readonly mostHeight: number;
  readonly copyright: string | null;
}

function fetchService(client: ProviderClient, signal: AbortSignal | undefined) {
  const request = { path: "", query: { f: "json" }, freshForSeconds: daySeconds, signal };
  return client.json(request, (body): DrawingService => {
    const values = valuesIn(body);
    const isService = ["layers", "copyrightText", "extent", "fullExtent", "bandCount"].some((name) => name in values);
    if (!isService) throw new ProviderFault("permanent", `${client.description.name} sent no definition of a service.`);
    const most = (given: unknown) => (typeof given === "number" && given >= 1 ? Math.floor(given) : usualMostPixels);
    return {
      isImageServer: /\/imageserver$/i.test(client.endpoint.baseUrl),
      ...{ mostWidth: most(values.maxImageWidth), mostHeight: most(values.maxImageHeight) },
      copyright: textIn(values.copyrightText),
    };
  });
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Makes a picture smaller, in its shape, that the service would refuse to draw. */
function withinLimits({ widthPx, heightPx }: Size, { mostWidth, mostHeight }: DrawingService): Size {
  const scale = Math.min(1, mostWidth / widthPx, mostHeight / heightPx);
  return { widthPx: Math.max(1, Math.floor(widthPx * scale)), heightPx: Math.max(1, Math.floor(heightPx * scale)) };
}

function exportOf(
  { isImageServer }: DrawingService,
  { box, size, options }: { readonly box: Box; readonly size: Size; readonly options: PictureRequest["options"] },
) {
  return {
    path: isImageServer ? "/exportImage" : "/export",
    query: {
      ...{ bbox: box.join(","), bboxSR: 3857, imageSR: 3857, size: `${size.widthPx},${size.heightPx}`, f: "json" },
      ...(isImageServer ? { format: "png", interpolation: "RSP_BilinearInterpolation" } : { format: "png24" }),
      ...options,
    },
    ...patience,
  };
}

function readDrawn(body: unknown, name: string): { readonly href: string; readonly box: Box } {
  const { href, extent } = valuesIn(body);
  const { xmin, ymin, xmax, ymax, spatialReference } = valuesIn(extent);
  const { wkid, latestWkid } = valuesIn(spatialReference);
  const box = [xmin, ymin, xmax, ymax].map(Number);
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const url = textIn(href);
  if (url === null || !URL.canParse(url) || !box.every(Number.isFinite) || left >= right || bottom >= top) {
    throw new ProviderFault("passing", `${name} did not state the extent of its picture.`);
  }
  if (!isWebMercator(wkid) && !isWebMercator(latestWkid)) {
    throw new ProviderFault("permanent", `${name} sent a picture in a projection other than Web Mercator.`);
  }
  return { href: url, box: [left, bottom, right, top] };
}

/** Puts bytes where a worker thread reads them without a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
