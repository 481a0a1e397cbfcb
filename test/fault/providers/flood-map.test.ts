import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeFloodMap } from "../../../api/providers/flood/flood-map.ts";
import { inlineCompute } from "../../../ingest/index.ts";
import { type ArcgisServer, esriSquare, startArcgisServer } from "../../support/arcgis-server.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { clientOf } from "../../support/provider-client.ts";

let db: TestDatabase;
let nfhl: ArcgisServer | undefined;
let printer: CountingSite | undefined;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await nfhl?.close();
  await printer?.close();
});
afterAll(() => db.close());

const pdf = Buffer.from("%PDF-1.4 a map");
const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const site = { latitude: 31.5005, longitude: -97.4995, siteBox: [-97.501, 31.499, -97.499, 31.502] } as const;
/** The panel shows its western part only. */
const siteAtEdge = { latitude: 31.505, longitude: -97.485, siteBox: [-97.495, 31.503, -97.475, 31.507] } as const;
const job = "/NFHL_Print/MSCPrintB/GPServer/PrintFIRMette";
const file = "/directories/arcgisjobs/j01/FIRMETTE_1.pdf";

type Answer = string | Uint8Array | object | undefined;
/** What the print service answers: members replace parts of a job that goes well. */
interface Printing {
  readonly submit?: Answer;
  /** Statuses that the job passes through; the last one stays. */
  readonly statuses?: readonly string[];
  readonly result?: Answer;
  readonly pdf?: Answer;
  readonly panel?: Answer;
}

/** Asks for a map where the flood service has this type of panel; null for none. */
async function ask(
  printing: Printing = {},
  panelType: string | null = "Countywide, Panel Printed",
  asked: Parameters<ReturnType<typeof makeFloodMap>>[0] = site,
) {
  const fields = ["OBJECTID", "FIRM_PAN", "PANEL_TYP", "EFF_DATE"].map((name) => ({ name }));
  const panel = { OBJECTID: 1, FIRM_PAN: "48021C0125F", PANEL_TYP: panelType, EFF_DATE: Date.UTC(2006, 0, 19) };
  const features = panelType === null ? [] : [{ attributes: panel, geometry: esriSquare(-97.5, 31.5, 0.01) }];
  nfhl = await startArcgisServer([
    { id: 0, definition: { name: "NFHL Availability" }, features: [] },
    { id: 3, definition: { name: "FIRM Panels", fields }, features },
  ]);
  const statuses = [...(printing.statuses ?? ["esriJobExecuting", "esriJobSucceeded"])];
  const answer = (path: string, origin: string): Answer => {
    if (path === `${job}/submitJob`) return printing.submit ?? { jobId: "j01", jobStatus: "esriJobSubmitted" };
    if (path === `${job}/jobs/j01`) {
      const jobStatus = statuses.length > 1 ? statuses.shift() : statuses[0];
      return { jobId: "j01", jobStatus, messages: [{ type: "esriJobMessageTypeError", description: "ERROR 1" }] };
    }
    if (path === `${job}/jobs/j01/results/OutputFile`) {
      const value = { url: `${origin}${file}` };
      return printing.result ?? { paramName: "OutputFile", dataType: "GPDataFile", value };
    }
    if (path === file) return "pdf" in printing ? printing.pdf : pdf;
    if (path === "/portal/downloadProduct") return printing.panel;
    return undefined;
  };
  const service = await startCountingSite((request, response) => {
    request.resume();
    const body = answer(new URL(request.url ?? "/", service.origin).pathname, service.origin);
    if (body === undefined) return void response.writeHead(404).end("<html>Not found</html>");
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    response.writeHead(200).end(isRaw ? body : JSON.stringify(body));
  });
  printer = service;
  const client = clientOf(db, nfhl.serviceUrl, { provider: "flood", name: "The flood hazard layer" });
  const print = clientOf(db, `${service.origin}/NFHL_Print`, { provider: "firm_print", name: "The print service" });
  const flood = { client, compute: inlineCompute };
  return makeFloodMap({ flood, print, wait: async () => undefined })(asked);
}

describe("the printed flood map", () => {
  it("is the FIRMette that the print job makes, with the date of its panel", async () => {
    expect(await ask({ statuses: ["esriJobWaiting", "esriJobExecuting", "esriJobSucceeded"] })).toEqual({
      state: "ready",
      value: { bytes: expect.anything(), mimeType: "application/pdf", filename: "FIRMette-48021C0125F.pdf" },
      provenance: expect.objectContaining({ vintage: "panel 48021C0125F, effective 2006-01-19" }),
    });
    expect(printer?.requests.filter((request) => request.startsWith("POST"))).toEqual([`POST ${job}/submitJob`]);
  });

  it.each([
    ["there is no panel", null],
    ["the panel is not printed", "Countywide, Not Printed"],
  ])("is not published where %s, and nothing is submitted", async (_, type) => {
    expect((await ask({}, type)).state).toBe("not_published");
    expect(printer?.requests).toEqual([]);
  });

  const panel = zipSync({ "48021C0125F.pgw": Buffer.from("1"), "48021C0125F.PNG": png }, { level: 0 });
  const failures: readonly [string, Printing][] = [
    ["the job fails", { statuses: ["esriJobFailed"] }],
    ["the job runs out of time at the service", { statuses: ["esriJobExecuting", "esriJobTimedOut"] }],
    ["the job never ends", { statuses: ["esriJobExecuting"] }],
    ["the service refuses the job", { submit: { error: { code: 400, message: "Invalid parameters", details: [] } } }],
    ["the service sends a page instead of a job", { submit: "<!doctype html><p>Maintenance" }],
    ["the job has an id that is none", { submit: { jobId: "../x", jobStatus: "esriJobSubmitted" } }],
    ["the file is gone", { pdf: undefined }],
    ["the file is a page", { pdf: "<html><body>Sign in</body></html>" }],
    ["the job names no file", { result: { paramName: "OutputFile", value: null } }],
  ];

  it.each(failures)("is the picture of the printed panel when %s", async (_, printing) => {
    const result = await ask({ ...printing, panel });
    expect(result).toMatchObject({
      state: "ready",
      value: { mimeType: "image/png", filename: "FIRM-48021C0125F.png" },
    });
    expect(result.state === "ready" && Buffer.from(result.value.bytes)).toEqual(png);
  });

  it("is the picture of the printed panel where the panel shows the site but not its middle", async () => {
    expect(await ask({ panel }, undefined, siteAtEdge)).toMatchObject({
      state: "ready",
      value: { mimeType: "image/png", filename: "FIRM-48021C0125F.png" },
    });
    expect(printer?.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  it.each(failures)("fails, and is never missing, when %s and there is no picture either", async (_, printing) => {
    const result = await ask({ ...printing, panel: "<html><body>Welcome to the portal</body></html>" });
    expect(result.state).toBe("failed");
  });

  it.each([
    ["without a PNG", zipSync({ "panel.tif": png })],
    ["that is broken", panel.subarray(0, 40)],
    ["whose PNG is none", zipSync({ "a.png": pdf })],
  ])("fails for an archive %s", async (_, archive) => {
    expect((await ask({ statuses: ["esriJobFailed"], panel: archive })).state).toBe("failed");
  });
});
