/**
 * Shows the service from an address to answers and files: starts it on an empty store beside the demo town, finds a
 * parcel, draws it, sets up a project, asks five questions, saves map data and maps, plans the site, has a report written, and
 * leaves the server running, or with `--once` stops it.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeServiceClient, type ServiceClient, type TurnView } from "./service-client.ts";
import { type StartedService, startService } from "./start-service.ts";

const address = "12 Mill Street, Alder Falls, CT";
const goal = "Build a two-family house with four parking spaces";
/** Two homes side by side are planned as the shortest row of townhomes, which the town's law defines as three or more. */
const overrideReason = "The building is a two-family house, which the limits on rows of townhouses do not govern.";
const questions = [
  "Is my lot big enough for a two-family house?",
  "Is any of the site in a flood zone?",
  "What soil is on the site?",
  "How tall can a fence in my front yard be?",
  "What is the maximum noise level at night?",
];
const planFormats = ["concept_png", "dxf", "landxml", "geojson"];
const exportFormats = ["shapefile", "kmz", "geojson", "dxf"];
const mapKinds = ["site_map", "aerial", "flood", "wetlands", "contours"];

const say = (text = "") => process.stdout.write(`${text}\n`);

/** Writes a number as people read it. */
const amount = (value: number, decimals = 2) => value.toLocaleString("en-US", { maximumFractionDigits: decimals });

/** Names of metrics whose keys are abbreviations. */
const metricNames: Readonly<Record<string, string>> = {
  gfa: "gross floor area",
  far: "floor area ratio",
  accessible: "accessible stalls",
  sf_per_stall: "paving for each stall",
};

interface Candidate {
  readonly ll_uuid: string;
  readonly address: string;
  readonly confidence: number;
  readonly size: { readonly square_feet: number };
  readonly geometry: unknown;
  readonly zoning: { readonly code: string | null };
}
interface ProjectProgress {
  readonly status: string;
  readonly bootstrap: { readonly percent: number; readonly stage: string };
  readonly knowledge_base: { readonly documents: number; readonly chunks: number };
  readonly readiness: {
    readonly gis_layers: Readonly<Record<string, { readonly state: string; readonly features: number }>>;
  };
  readonly credits: { readonly charged: number };
}
interface LinkedFile {
  readonly filename: string;
  readonly download_url: string;
}
interface StepView {
  readonly questions: readonly {
    readonly question_id: string;
    readonly title: string;
    readonly recommended: { readonly value: unknown; readonly reason: string } | null;
  }[];
  readonly planning_session_id: string;
  readonly state_version: number;
}
interface ProposalView {
  readonly proposal_id: string;
  readonly conflicts: readonly { readonly statement: string }[];
}
interface MetricView {
  readonly value: number;
  readonly unit: string;
  readonly limit: number | null;
  readonly status: string;
  readonly source: string | null;
}
interface RunView {
  readonly status: string;
  readonly result: { readonly deliverable_ids: readonly string[] } | null;
  readonly credits: { readonly charged: number };
}
/** A map that a worker is still drawing has no file yet. */
interface MapView extends Partial<LinkedFile> {
  readonly retry_after_seconds?: number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-demo-"));
  const files = await mkdtemp(join(tmpdir(), "groundwork-demo-files-"));
  say("Groundwork demo: Alder Falls is an invented town; its land, law and maps are synthetic.");
  say();
  say("Starting the service on an empty store …");
  // Five questions at once would wait two minutes for the limit of two turns a minute.
  const settings = { DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "info", PORT: process.env.PORT ?? "" };
  const service = await startService(settings, undefined, (step) => say(`  ${step} …`));
  const stop = async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  if (service.key === null) throw new Error("the first start printed no API key");
  say(`Ready in ${(service.readyMs / 1000).toFixed(1)} s at ${service.baseUrl}`);
  try {
    const client = makeServiceClient(service.baseUrl, service.key);
    await showParcel(client, files);
    const projectId = await setUp(client);
    for (const [index, question] of questions.entries()) await ask(client, projectId, index + 1, question);
    await exportFiles(client, projectId, files);
    await planSite(client, projectId, files);
    await writeReport(client, projectId, files);
    if (process.argv.includes("--once")) return await stop();
    sayHowToGoOn(service, projectId);
  } catch (error) {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Finds the parcel of the address and saves its picture. */
async function showParcel(client: ServiceClient, files: string): Promise<void> {
  say();
  say(`Looking up ${address} …`);
  const found = await client.request<{ match: string; candidates: Candidate[] }>("POST", "/v1/parcels/resolve", {
    address,
  });
  const [parcel] = found.candidates;
  if (!parcel) throw new Error("the parcel was not found");
  const { confidence, size, zoning } = parcel;
  say(
    `  ${parcel.address}: ${amount(size.square_feet, 0)} sq ft, district ${zoning.code}, ${found.match} (${confidence})`,
  );
  const parcels = [{ geometry: parcel.geometry, label: address.split(",")[0] }];
  const preview = await client.request<{ image_base64: string }>("POST", "/v1/parcels/preview", { parcels });
  await save(files, "parcel.png", Buffer.from(preview.image_base64, "base64"));
}

/** Shows what a project would take, creates it, and follows it until it is ready. */
async function setUp(client: ServiceClient): Promise<string> {
  const body = { goal_text: goal, site: { address } };
  const dryRun = { ...body, dry_run: true };
  const { estimate, prep_summary: prepared } = await client.request<{
    estimate: { credits: number };
    prep_summary: { sources: { title: string; status: string }[] };
  }>("POST", "/v1/projects", dryRun);
  say();
  say(
    `A project takes about ${estimate.credits} credits. Its law: ${prepared.sources.map(({ title }) => title).join("; ")}`,
  );
  const { project_id: projectId } = await client.request<{ project_id: string }>("POST", "/v1/projects", body);
  const startedAt = performance.now();
  let shown = "";
  for (;;) {
    const project = await client.request<ProjectProgress>("GET", `/v1/projects/${projectId}`);
    const { percent, stage } = project.bootstrap;
    const line = `  ${String(percent).padStart(3)} %  ${stage.replaceAll("_", " ")}`;
    if (line !== shown) say(line);
    shown = line;
    if (project.status !== "bootstrapping") {
      const { documents, chunks } = project.knowledge_base;
      const layers = Object.entries(project.readiness.gis_layers).filter(([, { state }]) => state === "ready");
      say(
        `  ${project.status} after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${documents} laws, ${chunks} passages,`,
      );
      say(
        `  layers ${layers.map(([name, { features }]) => `${name} ${features}`).join(", ")}; ${project.credits.charged} credits`,
      );
      return projectId;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function ask(client: ServiceClient, projectId: string, number: number, question: string): Promise<void> {
  say();
  say(`${number}. ${question}`);
  const turn = await client.request<TurnView>("POST", `/v1/projects/${projectId}/messages`, { question });
  say(`   ${turn.answer.replaceAll("\n", "\n   ")}`);
  for (const citation of turn.citations) {
    const page = citation.page === null ? "" : `, page ${citation.page}`;
    const date = citation.kind === "fact" && citation.retrieved_at ? `, ${citation.retrieved_at.slice(0, 10)}` : "";
    say(`     [${citation.marker}] ${[citation.source_document, ...citation.heading_path].join(" > ")}${page}${date}`);
    say(`         "${citation.quote.replaceAll(/\s+/g, " ").slice(0, 160)}"`);
  }
  say(`   ${turn.answer_status}, ${turn.credits_charged} credits`);
}

/** Saves what is known of the site, its map data in every format, and every kind of map. */
async function exportFiles(client: ServiceClient, projectId: string, files: string): Promise<void> {
  say();
  say("Files:");
  const digest = await client.request<object>("GET", `/v1/projects/${projectId}/site-knowledge`);
  await save(files, "site-knowledge.json", JSON.stringify(digest, null, 2));
  for (const format of exportFormats) {
    await download(
      files,
      await client.request<LinkedFile>("POST", `/v1/projects/${projectId}/gis-exports`, { format }),
    );
  }
  for (const kind of mapKinds) await download(files, await drawnMap(client, projectId, kind));
}

/** Has a due-diligence report written, follows its run, and saves its files. */
async function writeReport(client: ServiceClient, projectId: string, files: string): Promise<void> {
  say();
  say("A due-diligence report:");
  const path = `/v1/projects/${projectId}`;
  const { run_id: runId } = await client.request<{ run_id: string }>("POST", `${path}/reports`, {
    report_type: "due_diligence",
  });
  for (;;) {
    const run = await client.request<RunView>("GET", `/v1/runs/${runId}`);
    if (run.status === "failed" || run.status === "canceled") throw new Error(`the report ${run.status}`);
    if (run.result !== null) {
      for (const id of run.result.deliverable_ids) {
        const { filename } = await client.request<{ filename: string }>("GET", `${path}/deliverables/${id}`);
        const { url } = await client.request<{ url: string }>("POST", `${path}/deliverables/${id}/links`, {});
        await download(files, { filename, download_url: url });
      }
      say(`  ${run.credits.charged} credits`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Answers the interview as it recommends, has the concept compiled, and saves it in every format. */
async function planSite(client: ServiceClient, projectId: string, files: string): Promise<void> {
  const base = `/v1/projects/${projectId}`;
  let step = await client.request<StepView>("GET", `${base}/interview/step`);
  say();
  say("Planning the site; every question is answered as it is recommended:");
  while (step.questions.length > 0) {
    const answers: Record<string, unknown> = {};
    for (const { question_id: id, title, recommended } of step.questions) {
      if (recommended === null) throw new Error(`nothing is recommended for ${id}`);
      answers[id] = recommended.value;
      say(`  ${title} ${JSON.stringify(recommended.value)}: ${recommended.reason}`);
    }
    const { planning_session_id, state_version } = step;
    const body = { planning_session_id, state_version, answers };
    step = await client.request<StepView>("POST", `${base}/interview/answers`, body);
  }
  const session = { planning_session_id: step.planning_session_id };
  await client.request("POST", `${base}/site-plan/program/approve`, session);
  const { proposal_id: proposalId, conflicts } = await client.request<ProposalView>(
    "POST",
    `${base}/site-plan/proposals`,
    session,
  );
  for (const { statement } of conflicts) say(`  A rule that the concept breaks: ${statement}`);
  if (conflicts.length > 0) say(`  Approved with the reason, which the sheet repeats: ${overrideReason}`);
  const { metrics } = await client.request<{ metrics: Readonly<Record<string, MetricView>> }>(
    "POST",
    `${base}/site-plan/proposals/${proposalId}/approve`,
    conflicts.length > 0 ? { ...session, override_reason: overrideReason } : session,
  );
  say("The concept:");
  for (const [name, { value, unit, limit, status, source }] of Object.entries(metrics)) {
    if (value === 0 && limit === null) continue;
    const checked =
      limit === null ? "" : `, limit ${amount(limit)}: ${status} (${source ?? "stated in the interview"})`;
    say(
      `  ${metricNames[name] ?? name.replaceAll("_", " ")}: ${amount(value)} ${unit.replace(/^sf$/, "sq ft")}${checked}`,
    );
  }
  for (const format of planFormats) {
    await download(files, await client.request<LinkedFile>("POST", `${base}/site-plan-exports`, { format }));
  }
}

/** Asks for a map again until it is drawn. */
async function drawnMap(client: ServiceClient, projectId: string, kind: string): Promise<LinkedFile> {
  for (;;) {
    const map = await client.request<MapView>("POST", `/v1/projects/${projectId}/maps`, { kind });
    const { filename, download_url, retry_after_seconds: seconds = 1 } = map;
    if (filename !== undefined && download_url !== undefined) return { filename, download_url };
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

async function download(files: string, { filename, download_url }: LinkedFile): Promise<void> {
  const response = await fetch(download_url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`the link of ${filename} answered ${response.status}`);
  await save(files, filename, Buffer.from(await response.arrayBuffer()));
}

async function save(files: string, name: string, content: Buffer | string): Promise<void> {
  const path = join(files, name);
  await writeFile(path, content);
  say(`  ${path}`);
}

function sayHowToGoOn(service: StartedService, projectId: string): void {
  say();
  say("The server is still running; press Ctrl-C to stop it. To go on:");
  say();
  say(`  export KEY=${service.key}`);
  say(`  curl -s ${service.baseUrl}/v1/projects/${projectId} -H "Authorization: Bearer $KEY"`);
  say(`  curl -s ${service.baseUrl}/v1/projects/${projectId}/messages -H "Authorization: Bearer $KEY" \\`);
  say(`    -H "Content-Type: application/json" -d '{"question": "What are the setbacks in the R-1 district?"}'`);
  say(`  curl -s ${service.baseUrl}/v1/projects/${projectId}/search -H "Authorization: Bearer $KEY" \\`);
  say(`    -H "Content-Type: application/json" -d '{"query": "accessory dwelling unit", "top_k": 3}'`);
  say();
  say(`  Other sites    ${service.baseUrl}/demo`);
  say(`  API            ${service.baseUrl}/v1`);
  say(`  API reference  ${service.baseUrl}/docs`);
  say(`  Account area   ${service.baseUrl}/account, once a password is set on ${service.accountLink}`);
  say(`  Connector      ${service.baseUrl}/mcp, for assistants that speak MCP`);
}

await main();
