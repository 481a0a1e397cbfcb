import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endlessPdf } from "../../support/documents/broken-files.ts";
import { makeNestedDocx } from "../../support/documents/made-docx.ts";
import type { SentFile } from "../../support/service-calls.ts";
import { type KillableService, makeKillableService } from "./killable-service.ts";

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const testMs = 600_000;

let service: KillableService;
let projectId: string;
beforeAll(async () => {
  service = await makeKillableService({ onEmbed: async () => {} });
  await service.start();
  projectId = await service.calls.createProject();
}, testMs);
afterAll(() => service.close());

/** Uploads a file and returns its upload once it has ended. */
async function upload(file: SentFile) {
  const { jobId } = await service.calls.sendFile(projectId, file);
  const isOver = ({ status }: Record<string, unknown>) => status === "failed" || status === "ready";
  return { jobId, upload: await service.calls.pollUntil(`/v1/uploads/${jobId}`, isOver) };
}

describe("a file that fails whenever it is read", () => {
  it("is attempted once, whether it is nested too deeply or takes too long", { timeout: testMs }, async () => {
    const deep = await upload({ filename: "deep.docx", mimeType: docxType, bytes: makeNestedDocx(20_000) });
    expect(deep.upload).toMatchObject({ status: "failed", error: { code: "document_too_complex" } });
    const slow = await upload({
      filename: "slow.pdf",
      mimeType: "application/pdf",
      bytes: endlessPdf({ hasText: false }),
    });
    expect(slow.upload).toMatchObject({ status: "failed", error: { code: "document_no_text" } });
    const html = `<h1>A code</h1>${"<div>a".repeat(50_000)} end`;
    const nested = await upload({ filename: "deep.html", mimeType: "text/html", bytes: html });
    expect(nested.upload).toMatchObject({ status: "ready" });
    await service.stop();
    const attempts = await service.attempts();
    expect(attempts.get(deep.jobId)).toBe(1);
    expect(attempts.get(slow.jobId)).toBe(1);
    expect(attempts.get(nested.jobId)).toBe(1);
  });
});
