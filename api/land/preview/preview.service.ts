import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import { type FieldError, validationProblem } from "../../http/problem.ts";
import type { ImagerySource } from "../../providers/providers.ts";
import { isFailure, upstreamDown } from "../../providers/upstream-down.ts";
import type { Framing } from "./frame-parcels.ts";
import type { PreviewBody, PreviewView } from "./preview.model.ts";
import type * as work from "./preview.task.ts";

/** Draws parcels over aerial imagery. */
export interface ParcelPreview {
  /**
   * Returns a picture of the parcels.
   *
   * @throws Problem validation_failed naming what is wrong with each geometry; upstream_unavailable when the imagery could not be asked
   */
  draw(body: PreviewBody, signal?: AbortSignal): Promise<PreviewView>;
  /** Draws a small picture on plain paper, so that a thread with the programs and fonts of drawings is there for the first one. */
  warm(): Promise<void>;
}

export interface PreviewDeps {
  readonly imagery: ImagerySource;
  readonly compute: Compute;
}

const usualWidth = 1024;
const noImagery = "No aerial imagery is published for this place";

const module = join(import.meta.dirname, "preview.task.ts");
const frameTask = computeTask<typeof work, "frameParcels">({
  ...{ module, name: "frameParcels", lane: "interactive", deadlineMs: 10_000 },
});
const drawTask = computeTask<typeof work, "drawPreview">({
  ...{ module, name: "drawPreview", lane: "interactive", deadlineMs: 15_000 },
});

/** A square of some 100 metres anywhere. */
const smallLot = {
  type: "Polygon",
  coordinates: [
    [
      [-72, 42],
      [-71.999, 42],
      [-71.999, 42.001],
      [-72, 42.001],
      [-72, 42],
    ],
  ],
} as const;

/** Makes it. */
export function makeParcelPreview({ imagery, compute }: PreviewDeps): ParcelPreview {
  return {
    async draw(body, signal) {
      const parcels = body.parcels.map(({ geometry, label }) => ({ geometry, label: label?.trim() ?? null }));
      const size = { widthPx: body.width ?? usualWidth, heightPx: body.height ?? null };
      const framing = readable(await compute.run(frameTask, { parcels, ...size }, { signal }));
      const { box, widthPx, heightPx } = framing;
      const drawn = await imagery.draw({ bboxWebMercator: box, widthPx, heightPx }, signal);
      if (isFailure(drawn)) throw upstreamDown("The aerial imagery could not be read", drawn);
      const aerial = drawn.state === "ready" ? drawn.value : null;
      const picture = aerial === null ? null : { png: shared(aerial.png), box: aerial.bboxWebMercator };
      const attribution = aerial?.attribution ?? noImagery;
      const image = await compute.run(drawTask, { ...framing, picture, attribution }, { signal });
      return { image_base64: image, mime_type: "image/png", width: widthPx, height: heightPx, attribution };
    },
    async warm() {
      const parcels = [{ geometry: smallLot, label: "1" }];
      const framing = readable(await compute.run(frameTask, { parcels, widthPx: 256, heightPx: null }));
      await compute.run(drawTask, { ...framing, picture: null, attribution: noImagery });
    },
  };
}

/** @throws Problem validation_failed */
function readable(framing: Framing): Exclude<Framing, { readonly faults: unknown }> {
  if (!("faults" in framing)) return framing;
  throw validationProblem(
    framing.faults.map(
      ({ parcel, path, code, message }): FieldError => ({
        field: parcel === null ? "parcels" : `parcels[${parcel}].geometry${path}`,
        code,
        message,
      }),
    ),
  );
}

/** Puts bytes where a worker thread reads them without a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
