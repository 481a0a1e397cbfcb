import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fact } from "../../../agent/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "./knowledge-app.ts";

const rule = "No building shall be constructed in the floodplain without a special permit from the planning board.";
const flood: Fact = {
  id: "site.flood_share",
  statement: "12.5 percent of the site is in the special flood hazard area.",
  value: 12.5,
  unit: "percent",
  source: "National Flood Hazard Layer",
  sourceUrl: "https://flood.example/layer",
  retrievedAt: new Date("2026-10-01T00:00:00Z"),
  about: "flood floodplain floodway hazard",
};

let model: OpenAiServer;
let app: ComposedService;
let projectId: string;
let otherProjectId: string;
let answer = "";
let isBroken = false;

/** Returns the numbers that a fact and a passage have in a request. */
function markersIn(request: ChatRequest): { fact: string | undefined; passage: string | undefined } {
  const text = request.messages.map(({ content }) => String(content)).join("\n");
  const passage = /<source id="(\d+)"/.exec(text)?.[1];
  return { fact: /<fact id="(\d+)" source="National Flood/.exec(text)?.[1], passage };
}

beforeAll(async () => {
  model = await startOpenAiServer((request): ChatReply => {
    const { fact, passage } = markersIn(request);
    if (passage === undefined && answer.includes("LAW"))
      return { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"floodplain permit"}' }] };
    return { kind: "text", text: answer.replace("FACT", `[${fact}]`).replace("LAW", `[${passage}]`) };
  });
  app = await openComposedService(
    { OPENAI_API_KEY: "sk-stand-in", OPENAI_BASE_URL: model.baseUrl, CHAT_MODELS: "town-model" },
    {
      addFeature: () => ({
        operations: [],
        tools: [],
        listFacts: async (id) => {
          if (isBroken) throw new Error("the layer is not there");
          return id === projectId ? [flood] : [];
        },
      }),
    },
  );
  projectId = await createReadyProject(app, 1);
  otherProjectId = await createReadyProject(app, 2);
  const bytes = Buffer.from(`<title>Zoning</title><h1>7.2 Flood Hazard</h1><p>${rule}</p>`);
  const file = { filename: "flood.html", mimeType: "text/html", bytes, category: "ordinance" };
  for (const id of [projectId, otherProjectId]) await uploadFile(app, id, file);
});
afterAll(async () => {
  await app.close();
  await model.close();
});

async function ask(question: string, modelId: string, project = projectId) {
  const path = `/v1/projects/${project}/messages`;
  const turn = await app.call("POST", path, {
    key: app.organization.ownerKey,
    body: { question, model_id: modelId },
  });
  const citations = (turn.json.citations ?? []) as Record<string, unknown>[];
  return { answer: String(turn.json.answer), status: turn.json.answer_status, citations };
}
const local = "groundwork-extractive-1";
const models = [local, "town-model"];
const cited = {
  kind: "fact",
  quote: flood.statement,
  source_document: flood.source,
  source_url: flood.sourceUrl,
  retrieved_at: "2026-10-01T00:00:00.000Z",
  document_id: null,
};

describe("facts that a feature supplies", () => {
  it.each(models)("answer a question about the site with a citation (%s)", async (modelId) => {
    answer = "About 12.5 percent of your site is in the floodplain FACT.";
    const turn = await ask("How much of the site is in the floodplain?", modelId);
    expect(turn.answer).toContain("12.5 percent");
    expect(turn).toMatchObject({ status: "answered", citations: [cited] });
  });

  it.each(models)("are cited beside the law where a question needs both (%s)", async (modelId) => {
    answer = `12.5 percent of the site is in the special flood hazard area FACT. ${rule.slice(0, -1)} LAW.`;
    const turn = await ask("May I build in the floodplain on my site?", modelId);
    expect(new Set(turn.citations.map(({ kind }) => kind))).toEqual(new Set(["fact", "passage"]));
    expect(turn.citations).toContainEqual(expect.objectContaining(cited));
    expect(turn.answer).toContain("special permit");
  });

  it("belong to their project only", async () => {
    const turn = await ask("How much of the site is in the floodplain?", local, otherProjectId);
    expect(turn.citations).not.toContainEqual(expect.objectContaining({ quote: flood.statement }));
    expect(turn.answer).not.toContain("12.5");
    expect(turn).toMatchObject({ status: "partial" });
    expect(turn.answer).toContain("The flood hazard of the site is not known");
  });

  it("are left out when the feature fails, and the turn is answered without them", async () => {
    isBroken = true;
    const turn = await ask("May I build in the floodplain on my site?", local);
    isBroken = false;
    expect(turn.citations.map(({ kind }) => kind)).toContain("passage");
    expect(turn.citations).not.toContainEqual(expect.objectContaining({ quote: flood.statement }));
  });
});
