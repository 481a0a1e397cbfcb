import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Caller, createReadyProject, type TestFile, uploadFile } from "../api/knowledge/knowledge-app.ts";

const path = join(import.meta.dirname, "../../evals/samples/alder-falls-zoning-ordinance.html");

/** The ordinance of the invented town, as somebody would upload it. */
export async function sampleOrdinance(): Promise<TestFile> {
  const bytes = await readFile(path);
  return { filename: "ordinance.html", mimeType: "text/html", bytes, category: "ordinance" };
}

/** Creates a project whose governing ordinance is the sample, with more members of its body, and returns its id. */
export async function createSampleProject(app: Caller, more: object = {}): Promise<string> {
  const projectId = await createReadyProject(app, 1, app.organization.ownerKey, more);
  const upload = await uploadFile(app, projectId, await sampleOrdinance());
  if (upload.status !== "ready") throw new Error(`the sample was not read: ${JSON.stringify(upload.error)}`);
  return projectId;
}

/** Where a quote stands, as every citation says it. */
export interface CitedSpan {
  readonly document_id: string;
  readonly char_start: number;
  readonly char_end: number;
}

/** The stored text at the place that a citation names. */
export async function citedText(app: Caller, projectId: string, cited: CitedSpan): Promise<unknown> {
  const where = `char_start=${cited.char_start}&char_end=${cited.char_end}`;
  const key = app.organization.ownerKey;
  const path = `/v1/projects/${projectId}/documents/${cited.document_id}/text?${where}`;
  return (await app.call("GET", path, { key })).json.text;
}

/** What the organization of a test can still spend. */
export async function availableCredits(app: Caller): Promise<number> {
  const wallet = await app.call("GET", "/v1/wallet", { key: app.organization.ownerKey });
  return Number(wallet.json.available_credits);
}
