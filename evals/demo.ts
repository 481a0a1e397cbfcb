/**
 * Shows the service from nothing to cited answers: starts it on an empty store, creates a project on the sample town,
 * uploads the sample ordinance, asks five questions, and leaves the server running.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSampleProject } from "./sample-project.ts";
import { makeServiceClient, type ServiceClient, type TurnView, type UploadView } from "./service-client.ts";
import { type StartedService, startService } from "./start-service.ts";

const sample = join(import.meta.dirname, "samples/alder-falls-zoning-ordinance.html");

const questions = [
  "What is the minimum lot area in the R-2 district?",
  "How tall can a fence in my front yard be?",
  "Is a self-storage facility allowed in the GC district?",
  "How many parking spaces does a two-bedroom apartment need?",
  "What is the maximum noise level at night?",
];

const say = (text = "") => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-demo-"));
  say(
    "Groundwork demo: Alder Falls is an invented town and its ordinance a sample; nothing here is the law of any place.",
  );
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
    const projectId = await createSampleProject(client, {
      name: "Mill Street (sample)",
      goal: "Build a two-family house on the lot at 12 Mill Street",
      address: "12 Mill Street, Alder Falls (sample)",
      apn: "SAMPLE-001",
    });
    say(`Project ${projectId}`);
    await uploadSample(client, projectId);
    for (const [index, question] of questions.entries()) await ask(client, projectId, index + 1, question);
    sayHowToGoOn(service, projectId);
  } catch (error) {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function uploadSample(client: ServiceClient, projectId: string): Promise<void> {
  let shown = "";
  const onProgress = (upload: UploadView) => {
    const line = `  ${upload.status.padEnd(10)} ${String(upload.percent).padStart(3)} %  ${upload.stage}`;
    if (line !== shown) say(line);
    shown = line;
  };
  say("Uploading the sample ordinance …");
  const upload = await client.upload(projectId, sample, {
    mimeType: "text/html",
    category: "ordinance",
    title: "Zoning Ordinance of the Town of Alder Falls (sample)",
    onProgress,
  });
  if (upload.status === "failed") throw new Error(`the ordinance could not be read: ${upload.error?.detail}`);
  const report = upload.document?.ingest_report ?? {};
  say(`  read: ${report.headings} headings, ${report.tables} tables, ${report.chunks} chunks`);
}

async function ask(client: ServiceClient, projectId: string, number: number, question: string): Promise<void> {
  say();
  say(`${number}. ${question}`);
  const turn = await client.request<TurnView>("POST", `/v1/projects/${projectId}/messages`, { question });
  say(`   ${turn.answer.replaceAll("\n", "\n   ")}`);
  for (const citation of turn.citations) {
    const page = citation.page === null ? "" : `, page ${citation.page}`;
    say(`     [${citation.marker}] ${citation.heading_path.join(" > ") || citation.source_document}${page}`);
    say(`         "${citation.quote.replaceAll(/\s+/g, " ").slice(0, 160)}"`);
  }
  say(`   ${turn.answer_status}, ${turn.credits_charged} credits`);
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
  say(`  API            ${service.baseUrl}/v1`);
  say(`  Account area   ${service.baseUrl}/account`);
  say(`  API reference  ${service.baseUrl}/docs`);
}

await main();
