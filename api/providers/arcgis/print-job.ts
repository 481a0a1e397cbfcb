import { setTimeout as waitFor } from "node:timers/promises";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";

/** A task of an ArcGIS server that makes a file, and what it makes it of. */
export interface PrintJob {
  /** Address of the task, relative to the base URL of the client. */
  readonly task: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Name of the result that is the file. */
  readonly output: string;
}

/** Waits between two questions whether a job is done; tests replace it. */
export type WaitBetween = (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
const usualWait: WaitBetween = (milliseconds, signal) => waitFor(milliseconds, undefined, { signal });

const submitMs = 20_000;
/** Print jobs usually take 9 to 15 seconds. */
const longestJobMs = 90_000;
const firstPauseMs = 500;
const longestPauseMs = 3_000;
const unfinished = new Set(["esriJobSubmitted", "esriJobNew", "esriJobWaiting", "esriJobExecuting"]);

/**
 * Runs a job to its end and returns the address of the file that it made.
 *
 * @see https://developers.arcgis.com/rest/services-reference/enterprise/submit-gp-job/
 * @throws ProviderFault when the job fails or does not end in time; the reason of the signal
 */
export async function runPrintJob(
  client: ProviderClient,
  job: PrintJob,
  { wait = usualWait, signal }: { readonly wait?: WaitBetween; readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { name } = client.description;
  const limits = { attemptMs: submitMs, totalMs: submitMs * 2, signal };
  const form = { ...job.inputs, f: "json" };
  const submit = { path: `${job.task}/submitJob`, form, isRepeatable: false, ...limits };
  const submitted = await client.json(submit, (body) => jobFrom(body, name));
  const path = `${job.task}/jobs/${submitted.body.id}`;
  let { status } = submitted.body;
  let waited = 0;
  for (let pauseMs = firstPauseMs; unfinished.has(status); pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    if (waited >= longestJobMs) throw new ProviderFault("passing", `${name} did not finish the map in time.`);
    await wait(pauseMs, signal);
    waited += pauseMs;
    const asked = await client.json({ path, query: { f: "json" }, ...limits }, (body) => jobFrom(body, name));
    status = asked.body.status;
    if (!unfinished.has(status)) assertSucceeded(asked.body, name);
  }
  assertSucceeded({ ...submitted.body, status }, name);
  const result = { path: `${path}/results/${job.output}`, query: { f: "json" }, ...limits };
  return (await client.json(result, (body) => fileAddress(body, name))).body;
}

interface JobState {
  readonly id: string;
  readonly status: string;
  readonly messages: string;
}

function jobFrom(body: unknown, name: string): JobState {
  const { jobId, jobStatus, messages } = valuesIn(body);
  const [id, status] = [textIn(jobId), textIn(jobStatus)];
  if (id === null || status === null || !/^[\w-]{1,100}$/.test(id)) {
    throw new ProviderFault("passing", `${name} did not state the status of the print job.`);
  }
  const told = Array.isArray(messages) ? messages.map((one) => textIn(valuesIn(one).description) ?? "") : [];
  return { id, status, messages: told.join(" ").slice(0, 500) };
}

/** A job that failed says nothing of the place. */
function assertSucceeded({ status, messages }: JobState, name: string): void {
  if (status === "esriJobSucceeded") return;
  throw new ProviderFault("passing", `${name} could not make the map.`, { internal: `${status} ${messages}`.trim() });
}

function fileAddress(body: unknown, name: string): string {
  const url = textIn(valuesIn(valuesIn(body).value).url);
  if (url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new ProviderFault("passing", `${name} did not state the address of the map.`);
}
