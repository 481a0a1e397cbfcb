import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { centerOf } from "../../../api/demo-town/clip.ts";
import { toDegrees } from "../../../api/demo-town/frame.ts";
import { buildings } from "../../../api/demo-town/land/buildings.ts";
import { townCadastre } from "../../../api/demo-town/town.ts";
import { imageryDescription, makeImagery } from "../../../api/providers/imagery/imagery.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";
import { openTownProviders, type TownProviders } from "../../support/town-provider.ts";

let db: TestDatabase;
let town: TownProviders;
beforeAll(async () => {
  [db, town] = await Promise.all([openTestDatabase(), openTownProviders()]);
});
afterAll(async () => {
  await town.close();
  await db.close();
});

const mercator = ([longitude, latitude]: readonly [number, number]) => {
  const radians = Math.PI / 180;
  return [
    6_378_137 * longitude * radians,
    6_378_137 * Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)),
  ] as const;
};
const roof = buildings().find(({ kind }) => kind === "warehouse");
const roofAt = mercator(toDegrees(centerOf([[roof?.ring ?? []]])));
const around = ([x, y]: readonly [number, number], half: number) =>
  [x - half, y - half / 2, x + half, y + half / 2] as const;
const townImagery = () =>
  makeImagery({ client: town.clientOf(db, "imagery", imageryDescription), compute: inlineCompute });

describe("the imagery of the demo town", () => {
  it("is a PNG picture with the extent that was drawn, and says that it is synthetic", async () => {
    const box = around(roofAt, 200);
    const result = await townImagery().draw({ bboxWebMercator: box, widthPx: 512, heightPx: 256 });
    expect(result).toMatchObject({ state: "ready", value: { widthPx: 512, heightPx: 256 } });
    if (result.state !== "ready") return;
    expect(result.provenance).toMatchObject({ isSynthetic: true, provider: "imagery" });
    expect(result.value.attribution).toContain("Synthetic");
    for (const [at, side] of result.value.bboxWebMercator.entries()) expect(side).toBeCloseTo(box[at] ?? 0, 3);
    expect(await sharp(result.value.png).metadata()).toMatchObject({ format: "png", width: 512, height: 256 });
  });

  it("shows a roof where the town has a building", async () => {
    const box = around(roofAt, 100);
    const result = await townImagery().draw({ bboxWebMercator: box, widthPx: 400, heightPx: 200 });
    if (result.state !== "ready") throw new Error(result.state);
    const pixels = await sharp(result.value.png).extract({ left: 190, top: 95, width: 20, height: 5 }).raw().toBuffer();
    // Flat roofs are light grey; the ground is green.
    expect(Math.min(...pixels)).toBeGreaterThan(180);
  });

  it("has the shape of the picture where the box has another one", async () => {
    const [x, y] = roofAt;
    const box = [x - 100, y - 100, x + 100, y + 100] as const;
    const result = await townImagery().draw({ bboxWebMercator: box, widthPx: 400, heightPx: 200 });
    if (result.state !== "ready") throw new Error(result.state);
    const [left, bottom, right, top] = result.value.bboxWebMercator;
    expect([right - left, top - bottom].map(Math.round)).toEqual([400, 200]);
  });

  it("of every scenario is drawn in less than a second", async () => {
    const imagery = townImagery();
    await imagery.draw({ bboxWebMercator: around(roofAt, 100), widthPx: 256, heightPx: 128 });
    for (const { area } of Object.values(townCadastre().scenarios)) {
      const box = around(mercator(toDegrees(centerOf(area))), 250);
      const began = performance.now();
      expect((await imagery.draw({ bboxWebMercator: box, widthPx: 1024, heightPx: 512 })).state).toBe("ready");
      expect(performance.now() - began).toBeLessThan(1_000);
    }
  });

  it.each(["500", "html", "malformed_json", "empty_body", "arcgis_error", "wrong_type", "reset"])(
    "is failed, and never empty, while the service answers with %s",
    async (fault) => {
      await town.fail("imagery", fault, 3);
      const box = around(roofAt, 100 + fault.length);
      const result = await makeImagery({
        client: town.clientOf(db, "imagery", { ...imageryDescription, provider: `imagery_${fault}` }),
        compute: inlineCompute,
      }).draw({ bboxWebMercator: box, widthPx: 256, heightPx: 128 });
      expect(result.state).toBe("failed");
      await town.fail("imagery", "500", 0);
    },
  );
});

describe("an imagery service with the habits of the real ones", () => {
  let site: CountingSite;
  let picture: Buffer;
  let drawn: string[];
  let href = (origin: string) => `${origin}/output/a.png`;
  let extent: Record<string, unknown> = {};
  let made = 0;

  beforeAll(async () => {
    site = await startCountingSite((request, response) => {
      const url = new URL(request.url ?? "/", site.origin);
      if (url.pathname.startsWith("/output/")) return response.end(picture);
      response.setHeader("content-type", "application/json");
      if (url.pathname.endsWith("ImageServer")) {
        return response.end(
          JSON.stringify({ copyrightText: "USDA NAIP", bandCount: 4, maxImageWidth: 1000, maxImageHeight: 1000 }),
        );
      }
      drawn.push(`${url.pathname.split("/").at(-1)} ${url.searchParams.get("size")}`);
      response.end(JSON.stringify({ href: href(site.origin), width: 1, height: 1, extent, scale: 0 }));
    });
  });
  afterAll(() => site.close());

  const draw = async (size = { widthPx: 300, heightPx: 200 }) => {
    made += 1;
    drawn = [];
    const client = clientOf(db, `${site.origin}/${made}/rest/services/NAIP/ImageServer`, { provider: `naip${made}` });
    return makeImagery({ client, compute: inlineCompute }).draw({ bboxWebMercator: [0, 0, 300, 200], ...size });
  };
  const noise = async (format: "png" | "jpeg", width = 300, height = 200) => {
    const create = { width, height, channels: 3, background: "#333", noise: { type: "gaussian", mean: 99, sigma: 30 } };
    return sharp({ create: create as never })
      [format]()
      .toBuffer();
  };
  const asked = { xmin: -5, ymin: 0, xmax: 305, ymax: 200, spatialReference: { wkid: 102_100, latestWkid: 3857 } };

  it("is read with its own credit and the extent that it drew", async () => {
    [picture, extent] = [await noise("png"), asked];
    const result = await draw();
    expect(result).toMatchObject({
      state: "ready",
      value: { bboxWebMercator: [-5, 0, 305, 200], attribution: "USDA NAIP", widthPx: 300 },
      provenance: { attribution: "USDA NAIP", isSynthetic: false },
    });
    expect(drawn).toEqual(["exportImage 300,200"]);
  });

  it("is asked for no larger picture than it draws", async () => {
    [picture, extent] = [await noise("png"), asked];
    await draw({ widthPx: 2_000, heightPx: 1_000 });
    expect(drawn).toEqual(["exportImage 1000,500"]);
  });

  it("gives PNG where it sends JPEG", async () => {
    [picture, extent] = [await noise("jpeg"), asked];
    const result = await draw();
    if (result.state !== "ready") throw new Error(result.state);
    expect((await sharp(result.value.png).metadata()).format).toBe("png");
  });

  it("is empty where it draws one colour, and failed where it sends a web page", async () => {
    extent = asked;
    picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    expect((await draw()).state).toBe("empty");
    picture = Buffer.from("<html>API KEY REQUIRED</html>");
    expect((await draw()).state).toBe("failed");
    picture = (await noise("png")).subarray(0, 2_000);
    expect((await draw()).state).toBe("failed");
  });

  it("is failed where it does not say what it drew, or drew another projection", async () => {
    picture = await noise("png");
    extent = {};
    expect((await draw()).state).toBe("failed");
    extent = { ...asked, spatialReference: { wkid: 26_918 } };
    expect((await draw()).state).toBe("failed");
    [extent, href] = [asked, () => ""];
    expect((await draw()).state).toBe("failed");
  });
});
