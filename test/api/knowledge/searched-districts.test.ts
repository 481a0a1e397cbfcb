import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeListDistricts, readDistricts } from "../../../api/knowledge/searched-districts.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatReply, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "./knowledge-app.ts";

const law = `<title>Zoning Code</title><h1>3.1 R-2 Medium Density Residential District</h1><p>Homes for two families are usual here.</p>
<h1>3.2 General Commercial (GC) District</h1><p>Shops are usual here.</p>
<h1>4.1 Table of Uses</h1><table><tr><th>Use</th><th>R-2</th><th>GC</th><th>LI</th></tr><tr><td>Shop</td><td>N</td><td>P</td><td>P</td></tr></table>
<h1>4.2 Uses Permitted in the R-2 District</h1><p>Homes are permitted.</p>`;

let model: OpenAiServer;
let app: ComposedService;
let projectId: string;

beforeAll(async () => {
  model = await startOpenAiServer((): ChatReply => ({ kind: "text", text: "Not located in the indexed documents" }));
  app = await openComposedService({
    OPENAI_API_KEY: "sk-stand-in",
    OPENAI_BASE_URL: model.baseUrl,
    CHAT_MODELS: "town-model",
  });
  projectId = await createReadyProject(app, 1);
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const upload = (bytes: string, filename: string) =>
  uploadFile(app, projectId, { filename, mimeType: "text/html", bytes: Buffer.from(bytes), category: "ordinance" });

describe("the districts of the searched law", () => {
  it("are those that headings define and table headers list, with name and section, for the model to read", async () => {
    await upload(law, "zoning.html");
    await app.call("POST", `/v1/projects/${projectId}/messages`, {
      key: app.organization.ownerKey,
      body: { question: "Which districts are there?", model_id: "town-model" },
    });
    const first = String(model.requests[0]?.messages.findLast(({ role }) => role === "user")?.content);
    expect(first).toContain(
      '<districts document="Zoning Code">R-2 Medium Density Residential (section 3.1); GC General Commercial (section 3.2); LI (section 4.1)</districts>',
    );
  });

  it("are read again after the law is published again, and else kept", async () => {
    const list = makeListDistricts(app.services.db);
    const first = await list(projectId);
    expect((await list(projectId))[0]).toBe(first[0]);
    await upload("<title>Overlay</title><h1>9.1 WP-1 Well Protection District</h1><p>Wells.</p>", "overlay.html");
    const second = await list(projectId);
    expect(second.map(({ code }) => code)).toEqual(["R-2", "GC", "LI", "WP-1"]);
  });

  it.each([
    ["R-1-10 Single-Family Residential Zone", [{ code: "R-1-10", name: "Single-Family Residential" }]],
    ["CHANGE OF ZONE", []],
    ["RURAL RESIDENTIAL DISTRICT", []],
    ["R-A RURAL AGRICULTURAL DISTRICT", [{ code: "R-A", name: "RURAL AGRICULTURAL" }]],
    ["Lots Between Two Districts (LBD)", []],
    ["Districts Established", []],
  ])("are read from the heading %s as they are", (heading, expected) => {
    expect(readDistricts([{ documentTitle: "Law", section: "1", heading, columns: null }])).toMatchObject(expected);
  });
});
