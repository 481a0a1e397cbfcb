import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { toGeoJson } from "../../../api/demo-town/frame.ts";
import type { Parcel } from "../../../api/demo-town/land/parcels.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser } from "../../support/connector.ts";
import { shareDemoTown } from "../../support/shared-town.ts";

let town: DemoTown;
let app: ComposedService;
beforeAll(async () => {
  town = await shareDemoTown();
  app = await openComposedService({}, { townUrls: town.urls });
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const { scenarios, second } = townCadastre();
const asked = ({ area, number, street }: Parcel) => ({ geometry: toGeoJson(area), label: `${number} ${street}` });
const preview = (body: unknown, key = app.organization.ownerKey) =>
  app.call("POST", "/v1/parcels/preview", { key, body });
const pictureOf = (json: Record<string, unknown>) => sharp(Buffer.from(String(json.image_base64), "base64"));

/** Share of the pixels that have the colour of an outline. */
async function yellowShare(picture: Sharp): Promise<number> {
  const pixels = await picture.raw().toBuffer();
  let yellow = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    if (red > 230 && green > 190 && blue < 60) yellow += 1;
  }
  return yellow / (pixels.length / 3);
}

describe("POST /v1/parcels/preview", () => {
  it("draws a parcel over the imagery of its place, with the credit of the imagery", async () => {
    const answer = await preview({ parcels: [asked(scenarios.plain)] });
    expect(answer.status, answer.text.slice(0, 400)).toBe(200);
    const { image_base64: _, ...facts } = answer.json;
    expect(facts).toMatchObject({ mime_type: "image/png", width: 1024 });
    expect(facts.attribution).toContain("Synthetic");
    const picture = pictureOf(answer.json);
    expect(await picture.metadata()).toMatchObject({ format: "png", width: 1024, height: facts.height });
    expect(await yellowShare(picture)).toBeGreaterThan(0.005);
  });

  it("draws the parcels of a site in one picture of the size that was asked for", async () => {
    const answer = await preview({ parcels: [scenarios.multi_parcel, second].map(asked), width: 640, height: 480 });
    expect(answer.json).toMatchObject({ width: 640, height: 480 });
    expect(await pictureOf(answer.json).metadata()).toMatchObject({ width: 640, height: 480 });
  });

  it("answers in less than a second once it is warm", async () => {
    await preview({ parcels: [asked(scenarios.flag)] });
    const began = performance.now();
    expect((await preview({ parcels: [asked(scenarios.corner)] })).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  const square = (west: number, south: number, size = 0.001) => ({
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  });
  const bowtie = {
    type: "Polygon",
    coordinates: [
      [
        [-72, 41],
        [-71.99, 41.01],
        [-71.99, 41],
        [-72, 41.01],
        [-72, 41],
      ],
    ],
  };

  it.each<[string, unknown, string[]]>([
    ["no parcel", { parcels: [] }, ["parcels"]],
    ["too many parcels", { parcels: Array.from({ length: 21 }, () => ({ geometry: square(-72, 41) })) }, ["parcels"]],
    ["a point", { parcels: [{ geometry: { type: "Point", coordinates: [1, 2] } }] }, ["parcels[0].geometry.type"]],
    [
      "a boundary that crosses itself, beside one that does not",
      { parcels: [{ geometry: square(-72, 41) }, { geometry: bowtie }] },
      ["parcels[1].geometry.coordinates[0]"],
    ],
    ["parcels of two towns", { parcels: [{ geometry: square(-72, 41) }, { geometry: square(-71, 41) }] }, ["parcels"]],
    ["land at the pole", { parcels: [{ geometry: square(10, 88) }] }, ["parcels"]],
    ["too narrow a picture", { parcels: [{ geometry: square(-72, 41) }], width: 255 }, ["width"]],
    ["an empty label", { parcels: [{ geometry: square(-72, 41), label: " " }] }, ["parcels[0].label"]],
  ])("refuses %s and names the field", async (_, body, fields) => {
    const answer = await preview(body, app.stranger.ownerKey);
    expect([answer.status, answer.json.code], answer.text.slice(0, 300)).toEqual([422, "validation_failed"]);
    expect((answer.json.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });
});

describe("the connector tool preview_parcels", () => {
  it("shows the picture as an image, and the rest as data that fits its schema", async () => {
    const { ownerId: userId, orgId: organizationId } = app.organization;
    const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
    const { access } = await connect(app.call, browser);
    const answer = await callTool(app.call, access, "preview_parcels", { parcels: [asked(scenarios.steep)] });
    const data =
      answer.text
        .split("\n")
        .find((line) => line.startsWith("data: "))
        ?.slice(6) ?? answer.text;
    const { result } = JSON.parse(data) as {
      result: {
        content: { type: string; data?: string; mimeType?: string; text?: string }[];
        structuredContent: object;
      };
    };
    const [image, text] = result.content;
    expect([image?.type, image?.mimeType, text?.type]).toEqual(["image", "image/png", "text"]);
    expect(await sharp(Buffer.from(image?.data ?? "", "base64")).metadata()).toMatchObject({ width: 1024 });
    expect(Object.keys(result.structuredContent).sort()).toEqual(["attribution", "height", "mime_type", "width"]);
    expect(text?.text).not.toContain("image_base64");
  });
});

describe("POST /v1/parcels/preview of a service whose imagery fails", () => {
  let other: ComposedService;
  beforeAll(async () => {
    other = await openComposedService({}, { townUrls: town.urls });
    const fault = JSON.stringify({ fault: "500" });
    await fetch(`${town.origin}/faults/imagery`, { method: "PUT", body: fault });
  });
  afterAll(async () => {
    await fetch(`${town.origin}/faults/imagery`, { method: "DELETE" });
    await other.close();
  });

  it("answers 502 with the time to ask again, and no picture", async () => {
    const body = { parcels: [asked(scenarios.narrow)] };
    const answer = await other.call("POST", "/v1/parcels/preview", { key: other.organization.ownerKey, body });
    expect([answer.status, answer.json.code]).toEqual([502, "upstream_unavailable"]);
    expect(answer.json.detail).toContain("aerial imagery");
    expect(answer.json.retry_after_seconds).toBeGreaterThan(0);
  });
});
