import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import { isWebMercator } from "../arcgis/layer-info.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, settle } from "../client/provider-fault.ts";
import type { AerialImage, ImagerySource } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import type * as work from "./read-picture.task.ts";

/** Aerial pictures of an ArcGIS map or image service. */
export const imageryDescription: ProviderDescription = {
  provider: "imagery",
  name: "Aerial imagery",
  attribution: null,
  license: null,
  tokenPlace: { query: "token" },
};

type Box = AerialImage["bboxWebMercator"];

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
 * Makes the source of aerial pictures. A service draws a box that has the shape of the picture, whatever was asked for;
 * the extent that it says it drew is returned. A picture of one colour shows nothing and is `empty`.
 */
export function makeImagery({
  client,
  compute,
}: {
  readonly client: ProviderClient;
  readonly compute: Compute;
}): ImagerySource {
  return {
    draw: (request, signal) =>
      settle(async () => {
        const service = await fetchService(client, signal);
        const size = withinLimits(request, service.body);
        const drawn = await client.json({ ...exportOf(service.body, request.bboxWebMercator, size), signal }, (body) =>
          readDrawn(body, client.description.name),
        );
        const file = await client.bytes({ path: drawn.body.href, kinds: ["png", "jpeg"], signal });
        const picture = await compute.run(readTask, { bytes: shared(file.body) }, { signal });
        const provenance = {
          ...file.provenance,
          url: drawn.provenance.url,
          attribution: client.endpoint.isSynthetic
            ? file.provenance.attribution
            : (service.body.copyright ?? file.provenance.attribution),
        };
        if (picture.isUnreadable) {
          throw new ProviderFault("passing", `${client.description.name} sent a picture that cannot be read.`);
        }
        if (picture.isOneColor) return { state: "empty", provenance };
        const value: AerialImage = {
          ...{ png: picture.png, widthPx: picture.width, heightPx: picture.height },
          bboxWebMercator: drawn.body.box,
          attribution: provenance.attribution ?? provenance.name,
        };
        return { state: "ready", value, provenance };
      }),
  };
}

interface ImageryService {
  /** Image services draw by another operation than map services. */
  readonly isImageServer: boolean;
  readonly mostWidth: number;
  readonly mostHeight: number;
  readonly copyright: string | null;
}

function fetchService(client: ProviderClient, signal: AbortSignal | undefined) {
  const request = { path: "", query: { f: "json" }, freshForSeconds: daySeconds, signal };
  return client.json(request, (body): ImageryService => {
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
function withinLimits({ widthPx, heightPx }: Size, { mostWidth, mostHeight }: ImageryService): Size {
  const scale = Math.min(1, mostWidth / widthPx, mostHeight / heightPx);
  return { widthPx: Math.max(1, Math.floor(widthPx * scale)), heightPx: Math.max(1, Math.floor(heightPx * scale)) };
}

function exportOf({ isImageServer }: ImageryService, box: Box, { widthPx, heightPx }: Size) {
  return {
    path: isImageServer ? "/exportImage" : "/export",
    query: {
      ...{ bbox: box.join(","), bboxSR: 3857, imageSR: 3857, size: `${widthPx},${heightPx}`, f: "json" },
      ...(isImageServer ? { format: "png", interpolation: "RSP_BilinearInterpolation" } : { format: "png24" }),
    },
    attemptMs: 15_000,
    totalMs: 30_000,
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
    throw new ProviderFault("passing", `${name} did not say what it drew.`);
  }
  if (!isWebMercator(wkid) && !isWebMercator(latestWkid)) {
    throw new ProviderFault("permanent", `${name} drew another projection than Web Mercator.`);
  }
  return { href: url, box: [left, bottom, right, top] };
}

/** Puts bytes where a worker thread reads them without a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
