import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatReply, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "./knowledge-app.ts";

const law = `<title>Zoning Code</title><h1>3.1 R-2 Medium Density Residential District</h1><p>Homes for two families are usual here.</p>
<h1>3.2 General Commercial (GC) District</h1><p>Shops are usual here.</p>
<h1>3.3 Districts Established</h1><table><tr><th>Symbol</th><th>District</th></tr><tr><td>RA</td><td>Rural Agricultural</td></tr><tr><td>LI</td><td>Light Industrial</td></tr></table>
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

const upload = (bytes: string, filename: string, category = "ordinance") =>
  uploadFile(app, projectId, { filename, mimeType: "text/html", bytes: Buffer.from(bytes), category });

/** Asks, and returns what the model read of districts before it searched: each document with its list. */
async function districtsRead(): Promise<string[]> {
  const asked = model.requests.length;
  await app.call("POST", `/v1/projects/${projectId}/messages`, {
    key: app.organization.ownerKey,
    body: { question: "Which districts are there?", model_id: "town-model" },
  });
  const first = String(model.requests[asked]?.messages.findLast(({ role }) => role === "user")?.content);
  return first.match(/<districts .*<\/districts>/g) ?? [];
}

describe("the districts of the searched law", () => {
  it("are listed for the model with their names, whether headings, a list of districts or a table of uses names them", async () => {
    await upload(law, "zoning.html");
    const [listed = "", ...others] = await districtsRead();
    expect(others).toEqual([]);
    expect(listed).toMatch(/^<districts document="Zoning Code">.*<\/districts>$/);
    const names = [
      "R-2 Medium Density Residential District",
      "GC General Commercial",
      "RA Rural Agricultural",
      "LI Light Industrial",
    ];
    const found = listed.replace(/<[^>]+>/g, "").split("; ");
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  it("change when a document of law is added, and are not taken from other documents", async () => {
    await upload("<title>Overlay</title><h1>9.1 WP-1 Well Protection District</h1><p>Wells.</p>", "overlay.html");
    await upload(
      "<title>Letter</title><h1>1 XY-9 Foreign District</h1><p>Of a town far away.</p>",
      "letter.html",
      "document",
    );
    const listed = await districtsRead();
    expect(listed).toHaveLength(2);
    expect(listed[1]).toBe('<districts document="Overlay">WP-1 Well Protection District</districts>');
  });
});
