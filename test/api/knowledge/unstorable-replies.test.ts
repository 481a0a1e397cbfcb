import { afterEach, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatRequest, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "./knowledge-app.ts";

let app: ComposedService | undefined;
let model: OpenAiServer | undefined;
afterEach(async () => {
  await app?.close();
  await model?.close();
});

/** Searches, then answers, with NUL in the query and in the text. */
const withNul = (request: ChatRequest) =>
  request.tools === undefined || request.messages.some(({ role }) => role === "tool")
    ? ({ kind: "text", text: "A fence in a front yard shall be no taller\u0000 than four feet [1]." } as const)
    : ({
        kind: "tools",
        calls: [{ name: "search_knowledge", arguments: String.raw`{"query":"fence\u0000 in a front yard"}` }],
      } as const);

describe("POST /v1/projects/{project_id}/messages", () => {
  it("stores and returns the reply of a model that sends NUL, without it", async () => {
    model = await startOpenAiServer(withNul);
    app = await openComposedService({
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: "sk-stand-in",
      CHAT_MODELS: "town-model",
      CHAT_MODEL_AUTO: "town-model",
    });
    const key = app.organization.ownerKey;
    await app.services.wallet.grant(app.organization.orgId, 10_000, "for the tests");
    const projectId = await createReadyProject(app, 1);
    await uploadFile(app, projectId, {
      filename: "zoning.md",
      mimeType: "text/markdown",
      category: "ordinance",
      bytes: "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n",
    });
    const body = { question: "How tall may a fence in a front yard be?" };
    const { status, json } = await app.call("POST", `/v1/projects/${projectId}/messages`, { key, body });
    expect([status, json]).toMatchObject([
      200,
      {
        status: "succeeded",
        answer: "A fence in a front yard shall be no taller than four feet [1].",
        searched: expect.arrayContaining(["fence in a front yard"]),
      },
    ]);
    const kept = await app.call("GET", `/v1/projects/${projectId}/messages/${String(json.turn_id)}`, { key });
    expect(kept.json).toMatchObject({ answer: json.answer, searched: json.searched });
  });
});
