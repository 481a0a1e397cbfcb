import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportDocument } from "../../../api/delivery/reports/document/report-document.ts";
import { faultsOf, statementsOf } from "../../../api/delivery/reports/document/verify-document.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";

const law = "A driveway shall be at least twelve feet wide.";
const lie = "A driveway shall be at least ninety feet wide.";
const tokens = { input: 40_000, output: 2_000 };

let app: ComposedService;
let model: OpenAiServer;
let isDown = false;

/** Searches for what was asked, then states what the law says and what it does not. */
function writer(request: ChatRequest): ChatReply {
  if (isDown) return { kind: "status", status: 400 };
  const hasSearched = request.tools === undefined || request.messages.some(({ role }) => role === "tool");
  if (hasSearched) return { kind: "text", text: `${law.replace(".", " [1].")} ${lie.replace(".", " [1].")}`, tokens };
  return {
    kind: "tools",
    calls: [{ name: "search_knowledge", arguments: '{"query":"how wide is a driveway"}' }],
    tokens,
  };
}

beforeAll(async () => {
  model = await startOpenAiServer(writer);
  app = await openComposedService({
    ...{ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-stand-in", DEMO_TOWN: "off" },
    ...{ CHAT_MODELS: "town-model", CHAT_MODEL_AUTO: "town-model" },
  });
  await app.services.wallet.grant(app.organization.orgId, 100_000, "for the tests");
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const call = (method: string, path: string, body?: object) =>
  app.call(method, path, { key: app.organization.ownerKey, ...(body ? { body } : {}) });

async function report(projectId: string) {
  const { json } = await call("POST", `/v1/projects/${projectId}/reports`, { report_type: "due_diligence" });
  for (;;) {
    const run = (await call("GET", `/v1/runs/${json.run_id}`)).json;
    if (run.status === "queued" || run.status === "running") await new Promise((go) => setTimeout(go, 50));
    else {
      expect(run.status, JSON.stringify(run)).toBe("succeeded");
      const { deliverable_ids: ids } = run.result as { deliverable_ids: string[] };
      const link = await call("POST", `/v1/projects/${projectId}/deliverables/${ids[1]}/links`, {});
      const request = new Request(`http://localhost:3000${new URL(String(link.json.url)).pathname}`);
      const answer = await app.service.app.fetch(request, { address: "203.0.113.7" });
      const document = (await answer.json()) as ReportDocument;
      return { run, document, credits: run.credits as { charged: number; reserved: number } };
    }
  }
}

async function projectWithLaw(number: number) {
  const projectId = await createReadyProject(app, number);
  await uploadFile(app, projectId, {
    ...{ filename: "zoning.md", mimeType: "text/markdown", category: "ordinance" },
    bytes: `# Zoning\n\n## 1 Driveways\n\n${law}\n`,
  });
  return projectId;
}

describe("a report for which a model is configured", { timeout: 120_000 }, () => {
  let base = 0;

  it("keeps the sentences that their sources carry, removes the others, and names the model", async () => {
    isDown = false;
    const { document, credits } = await report(await projectWithLaw(1));
    const narrative = statementsOf(document).filter(({ kind }) => kind === "narrative");
    expect(narrative.some(({ text, evidence }) => text.includes(law) && evidence.length > 0)).toBe(true);
    expect(JSON.stringify(document)).not.toContain("ninety");
    expect(JSON.stringify(document.sections)).toContain("Narrative by town-model");
    expect(document.manifest.model).toBe("town-model");
    expect(faultsOf(document)).toEqual([]);
    base = credits.charged;
  });

  it("is charged for the tokens that the model used, besides the price of a report", async () => {
    const { json: models } = await call("GET", "/v1/models");
    expect(JSON.stringify(models)).toContain("town-model");
    expect(base).toBeGreaterThan(20);
  });

  it("is written from templates and quotations while the model is down, says so, and costs no tokens", async () => {
    isDown = true;
    const { document, credits } = await report(await projectWithLaw(2));
    expect(document.notices.map(({ code }) => code)).toContain("narrative_fallback");
    const kinds = new Set(statementsOf(document).map(({ kind }) => kind));
    expect([kinds.has("narrative"), kinds.has("quote")]).toEqual([false, true]);
    expect(JSON.stringify(document)).toContain(law);
    expect(credits).toMatchObject({ charged: 20, reserved: 0 });
  });
});
