import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createReadyProject,
  initiate,
  type KnowledgeApp,
  put,
  startKnowledgeApp,
  type TestFile,
  uploadFile,
} from "./knowledge-app.ts";

let app: KnowledgeApp;
let projectId: string;
beforeAll(async () => {
  app = await startKnowledgeApp();
  projectId = await createReadyProject(app, 1);
  await app.services.accounts.setPlan(app.organization.orgId, "free");
});
afterAll(() => app.close());

const note = (content: string): TestFile => ({
  filename: "note.txt",
  mimeType: "text/plain",
  category: "document",
  bytes: content,
});

/** Announces and sends a file, and leaves it to be finalized; gives its job. */
async function sent(content: string): Promise<string> {
  const { jobId, link } = await initiate(app, projectId, note(content));
  await put(app, link, note(content));
  return jobId;
}
const finalize = (jobId: string) =>
  app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: app.organization.ownerKey, body: {} });

describe("an organization on the free plan", () => {
  it("has three documents of its own, and reads why it cannot have a fourth", async () => {
    await uploadFile(app, projectId, note("The well stands 40 feet from the road."));
    const failed = await uploadFile(app, projectId, { ...note(" \n "), filename: "blank.txt" });
    expect(failed.status).toBe("failed");
    await uploadFile(app, projectId, note("The driveway is shared with lot 7."));
    const waiting = [await sent("A stone wall marks the north line."), await sent("The culvert is 24 inches wide.")];
    const finalized = await Promise.all(waiting.map((one) => finalize(one)));
    expect(finalized.map((answer) => answer.status).sort()).toEqual([200, 402]);
    const refused = await app.call("POST", "/v1/uploads/initiate", {
      key: app.organization.ownerKey,
      body: { project_id: projectId, filename: "more.txt", mime_type: "text/plain", size_bytes: 9 },
    });
    expect(refused.status).toBe(402);
    expect(refused.json).toMatchObject({ code: "free_tier_limit", limit: "documents" });
  });

  it("goes on where it stopped once it is on the standard plan", async () => {
    await app.services.accounts.setPlan(app.organization.orgId, "standard");
    expect((await uploadFile(app, projectId, note("The fence belongs to lot 8."))).status).toBe("ready");
  });
});
