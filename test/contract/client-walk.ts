/**
 * What a customer would write against the generated client: from a project to a cited answer. It is compiled together
 * with the client, in strict TypeScript, so that the types have to fit too; it stands here as text because the client
 * does not exist until the test makes it.
 */
export const clientWalk = `
import { createClient, createConfig } from "./client/client/index.js";
import * as api from "./client/sdk.gen.js";
import type { ClientOptions, MarkedCitation, Problem } from "./client/types.gen.js";

export interface Walked {
  readonly projectId: string;
  readonly quotes: readonly string[];
  readonly answer: string;
  readonly markers: readonly number[];
  readonly balance: number;
  readonly refusal: Problem["code"];
  readonly badField: string | undefined;
}

export async function walk(baseUrl: string, key: string, ordinance: string): Promise<Walked> {
  const client = createClient(createConfig<ClientOptions>({ baseUrl, auth: () => key }));
  const created = await api.createProject({
    client,
    throwOnError: true,
    headers: { "Idempotency-Key": "walk-1" },
    body: {
      goal_text: "Build a fence",
      setup_mode: "provided",
      parcels: [
        {
          address: "1 Mill Street",
          zoning_code: "R-2",
          geometry: { type: "Polygon", coordinates: [[[-72.6, 42.3], [-72.599, 42.3], [-72.599, 42.301], [-72.6, 42.3]]] },
        },
      ],
    },
  });
  if (!("project_id" in created.data)) throw new Error("an estimate came instead of a project");
  const project_id = created.data.project_id;

  const bytes = new Blob([ordinance], { type: "text/markdown" });
  const announced = await api.initiateUpload({
    client,
    throwOnError: true,
    body: { project_id, filename: "zoning.md", mime_type: "text/markdown", size_bytes: bytes.size, category: "ordinance" },
  });
  const token = announced.data.upload_url.split("/").at(-1) ?? "";
  const job_id = announced.data.job_id;
  await api.sendUploadContent({
    client,
    throwOnError: true,
    path: { token },
    body: bytes,
    headers: { "Content-Type": "text/markdown" },
  });
  await api.finalizeUpload({ client, throwOnError: true, path: { job_id }, body: {} });
  for (;;) {
    const upload = await api.getUpload({ client, throwOnError: true, path: { job_id } });
    if (upload.data.status === "failed") throw new Error(upload.data.error?.detail ?? "the file was not read");
    const project = await api.getProject({ client, throwOnError: true, path: { project_id } });
    if (upload.data.status === "ready" && project.data.chat_ready) break;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }

  const found = await api.searchProject({
    client,
    throwOnError: true,
    path: { project_id },
    body: { query: "height of a fence in a front yard", top_k: 3 },
  });
  const asked = await api.askProject({
    client,
    throwOnError: true,
    path: { project_id },
    body: { question: "How tall can a fence in a front yard be?" },
  });
  if (!("answer" in asked.data)) throw new Error("a job came instead of an answer");
  const citations: readonly MarkedCitation[] = asked.data.citations;
  const wallet = await api.getWallet({ client, throwOnError: true });

  const unknown = await api.getProject({ client, path: { project_id: "prj_unknown" } });
  const bad = await api.searchProject({ client, path: { project_id }, body: { query: "fence", top_k: 0 } });
  if (!unknown.error || !bad.error) throw new Error("what is wrong was not refused");
  return {
    projectId: project_id,
    quotes: found.data.results.map((result) => result.citation.quote),
    answer: asked.data.answer ?? "",
    markers: citations.map((citation) => citation.marker),
    balance: wallet.data.balance_credits,
    refusal: unknown.error.code,
    badField: "errors" in bad.error ? bad.error.errors?.[0]?.field : undefined,
  };
}
`;
