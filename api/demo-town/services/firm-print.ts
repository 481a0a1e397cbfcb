import { zipSync } from "fflate";
import { holds } from "../clip.ts";
import { drawFirmette, drawPanel } from "../drawing/firmette.ts";
import { type Feet, toFeet } from "../frame.ts";
import { firmPanels } from "../land/flood-map.ts";
import { notice } from "../town.ts";

/** A print job of the Map Service Center. */
interface PrintJob {
  readonly at: Feet;
  readonly startedAt: number;
}

/** So long a job waits and then runs, in milliseconds; the real service takes seconds. */
const waitingMs = 60;
const runningMs = 300;
/** Jobs are forgotten when there are more. */
const mostJobs = 50;

const gis = "/arcgis/rest/services/NFHL_Print/MSCPrintB/GPServer/PrintFIRMette";
const files = "/arcgis/rest/directories/arcgisjobs/nfhl_print/mscprintb_gpserver";
const jobs = new Map<string, PrintJob>();
let made = 0;

/** Answers the print service of flood maps and the download of printed panels. */
export async function answerFirmPrint(path: string, query: URLSearchParams, origin: string): Promise<Response> {
  if (path === "/portal/downloadProduct") return download(query);
  if (path === `${gis}/submitJob`) return submit(query);
  const [, id, rest] = /^\/jobs\/(\w+)(\/.*)?$/.exec(path.startsWith(gis) ? path.slice(gis.length) : "") ?? [];
  if (id !== undefined) return answerJob(id, rest ?? "", origin);
  const [, file = ""] = /\/(\w+)\/scratch\/FIRMETTE_\w+\.pdf$/.exec(path.startsWith(files) ? path : "") ?? [];
  const job = jobs.get(file);
  const panel = job && panelAt(job.at);
  if (!job || !panel) return new Response("Not found", { status: 404 });
  return new Response(drawFirmette(job.at, panel).slice(), { headers: { "content-type": "application/pdf" } });
}

const panelAt = (at: Feet) => firmPanels().find(({ area }) => holds(area, at));

function submit(query: URLSearchParams): Response {
  const [latitude, longitude] = ["input_lat", "input_lon"].map((name) => Number(query.get(name) ?? Number.NaN));
  const isKnown = query.get("Print_Type") === "FIRMETTE" && query.get("graphic") === "PDF";
  if (!isKnown || !Number.isFinite(latitude) || !Number.isFinite(longitude) || query.get("f") !== "json") {
    return Response.json({ error: { code: 400, message: "Invalid or missing input parameters.", details: [] } });
  }
  made += 1;
  const jobId = `j${made.toString(16).padStart(16, "0")}`;
  jobs.set(jobId, { at: toFeet([longitude as number, latitude as number]), startedAt: performance.now() });
  const [oldest] = jobs.keys();
  if (jobs.size > mostJobs && oldest !== undefined) jobs.delete(oldest);
  return Response.json({ jobId, jobStatus: "esriJobSubmitted" });
}

function answerJob(jobId: string, rest: string, origin: string): Response {
  const job = jobs.get(jobId);
  if (!job) return Response.json({ error: { code: 400, message: `Job ${jobId} not found.`, details: [] } });
  const jobStatus = statusOf(job);
  if (rest === "") {
    const failed = { type: "esriJobMessageTypeError", description: "ERROR 999999: no FIRM panel at this point." };
    const messages = [{ type: "esriJobMessageTypeInformative", description: notice }];
    const results = jobStatus === "esriJobSucceeded" ? { OutputFile: { paramUrl: "results/OutputFile" } } : {};
    return Response.json({
      ...{ jobId, jobStatus, results, inputs: {} },
      messages: jobStatus === "esriJobFailed" ? [...messages, failed] : messages,
    });
  }
  if (rest !== "/results/OutputFile" || jobStatus !== "esriJobSucceeded") {
    return Response.json({ error: { code: 400, message: "Result not found.", details: [] } });
  }
  const url = `${origin}/firm-print${files}/${jobId}/scratch/FIRMETTE_${jobId}.pdf`;
  return Response.json({ paramName: "OutputFile", dataType: "GPDataFile", value: { url } });
}

function statusOf({ at, startedAt }: PrintJob): string {
  const age = performance.now() - startedAt;
  if (age < waitingMs) return "esriJobWaiting";
  if (age < waitingMs + runningMs) return "esriJobExecuting";
  return panelAt(at) ? "esriJobSucceeded" : "esriJobFailed";
}

/** What the portal does not have it answers with its own page. */
async function download(query: URLSearchParams): Promise<Response> {
  const isPanel = query.get("productTypeID") === "FINAL_PRODUCT" && query.get("productSubTypeID") === "FIRM_PANEL";
  const panel = firmPanels().find(({ id }) => isPanel && id === query.get("productID"));
  if (!panel) {
    const page = `<!doctype html><title>Map Service Center (synthetic)</title><p>${notice}</p>`;
    return new Response(page, { headers: { "content-type": "text/html" } });
  }
  const { png, worldFile } = await drawPanel(panel);
  const text = (words: string) => new TextEncoder().encode(words);
  const archive = zipSync(
    { [`${panel.id}.png`]: png, [`${panel.id}.pgw`]: text(worldFile), "README.txt": text(notice) },
    { level: 0 },
  );
  return new Response(archive.slice(), { headers: { "content-type": "application/zip" } });
}
