import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { longestHoldDuring, longestHoldMs, watchedSettings } from "../support/loop-hold.ts";
import { makeServiceCalls, type SentFile } from "../support/service-calls.ts";

let folder: string;
let watchFile: string;
let service: StartedService;
let projectId: string;
const calls = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key: service.key ?? "" }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-big-files-"));
  watchFile = join(folder, "loop.json");
  service = await startService({
    DATA_DIR: join(folder, "data"),
    RATE_LIMITS: "off",
    ...watchedSettings(watchFile),
  });
  projectId = await calls.createProject();
  await calls.uploadFences(projectId);
}, 180_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const sides = Array.from({ length: 11 }, (_, column) => `Side ${column + 1}`);
const lots = Array.from({ length: 20_000 }, (_, at) => [
  `Lot ${at}`,
  ...sides.map((_side, column) => `${at + column} ft`),
]);

/** Areas of eight positions with as many as a map file may have, and attributes in characters of two bytes. */
const map = JSON.stringify({
  type: "FeatureCollection",
  features: Array.from({ length: 18_500 }, (_, at) => {
    const [west, south] = [-72.365 + (at % 200) * 0.0002, 41.73 + Math.floor(at / 200) * 0.0002];
    const corners = Array.from({ length: 7 }, (_corner, side) => [west + side * 1e-5, south + (side % 3) * 1e-5]);
    const coordinates = [[...corners, corners[0]]];
    const properties = { owner: "–".repeat(200), use: "x".repeat(220) };
    return { type: "Feature", geometry: { type: "Polygon", coordinates }, properties };
  }),
});

const files: readonly (readonly [string, SentFile])[] = [
  [
    "a sheet of 20,000 rows and twelve columns",
    { filename: "lots.csv", mimeType: "text/csv", bytes: [["Lot", ...sides], ...lots].join("\n") },
  ],
  ["1.8 MB of pipes", { filename: "pipes.txt", mimeType: "text/plain", bytes: "|---|---|".repeat(200_000) }],
  [
    "a text of 3,000 sections",
    {
      filename: "code.txt",
      mimeType: "text/plain",
      bytes: Array.from(
        { length: 3_000 },
        (_, at) =>
          `Section ${at + 1}. Rule ${at}.\n\n${`A lot of kind ${at} shall have ${at} feet of frontage. `.repeat(12)}`,
      ).join("\n\n"),
    },
  ],
  ["a map file of the largest size", { filename: "lots.geojson", mimeType: "application/geo+json", bytes: map }],
];

describe("GET /health", () => {
  it.each(files)(
    "is answered all the time while %s is read and published, and the event loop is free",
    async (_what, file) => {
      let isAsking = true;
      const statuses = new Set<number>();
      const asking = (async () => {
        while (isAsking) {
          statuses.add((await fetch(`${service.baseUrl}/health`)).status);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })();
      const hold = await longestHoldDuring(watchFile, async () => {
        const { jobId } = await calls.sendFile(projectId, file);
        const ended = await calls.pollUntil(
          `/v1/uploads/${jobId}`,
          (json) => json.status === "ready" || json.status === "failed",
        );
        expect(ended.status).toBe("ready");
      });
      isAsking = false;
      await asking;
      expect([...statuses]).toEqual([200]);
      expect(hold).toBeLessThan(longestHoldMs);
    },
    300_000,
  );
});
