import { afterAll, beforeAll, expect, it } from "vitest";
import type { DemoTown } from "../../../api/boot/demo-town.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { shareDemoTown } from "../../support/shared-town.ts";
import { createReadyProject, pollUntil } from "../knowledge/knowledge-app.ts";

let town: DemoTown;
let composed: ComposedService;
beforeAll(async () => {
  town = await shareDemoTown();
  composed = await openComposedService({ FETCH_ALLOW_ORIGINS: town.origin }, { townUrls: town.urls });
});
afterAll(async () => {
  await composed.close();
  await town.close();
});

it("a code of the library becomes one document with its sections, whose pages alone contain no text", async () => {
  const key = composed.organization.ownerKey;
  const projectId = await createReadyProject(composed, 1);
  const url = `${town.origin}/library/ct/marlow_county/codes/land_use_code`;
  const body = { url, title: "County law", category: "supplemental" };
  const added = await composed.call("POST", `/v1/projects/${projectId}/sources`, { key, body });
  expect(added.json).toMatchObject({ lane: "supplemental_ordinance", status: "queued" });
  await pollUntil(composed, `/v1/projects/${projectId}`, (json) => {
    const { readiness } = json as { readiness: { supplemental_sources: { status: string }[] } };
    return readiness.supplemental_sources.some(({ status }) => status === "ready" || status === "failed");
  });
  const documents = await composed.call("GET", `/v1/projects/${projectId}/documents`, { key });
  const [document] = documents.json.data as { source_url: string; title: string; chunks: number }[];
  expect(document).toMatchObject({ source_url: url, title: "County law" });
  const query = "minimum distance of a septic system from a watercourse";
  const found = await composed.call("POST", `/v1/projects/${projectId}/search`, { key, body: { query } });
  const [first] = found.json.results as { citation: { heading_path: string[]; source_url: string } }[];
  expect(first?.citation.source_url).toBe(url);
  expect(first?.citation.heading_path.length).toBeGreaterThanOrEqual(1);
});
