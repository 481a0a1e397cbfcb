import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeLongPdf } from "../../support/documents/long-pdf.ts";
import { type KillableService, makeKillableService } from "./killable-service.ts";

/** A code of many sections: reading and indexing it takes seconds, so that there is a middle to be killed in. */
function longCode(sections: number): string {
  const section = (at: number) =>
    `## ${Math.floor(at / 50) + 1}.${(at % 50) + 1} Rule number ${at}\n\n` +
    `In the district of rule ${at} a lot has at least ${at * 10 + 5_000} square feet, and a building set back by ${(at % 40) + 5} feet ` +
    `from every street may be ${(at % 60) + 20} feet tall unless the board of appeals finds that light and air of a neighbour suffer.\n`;
  return `# Zoning Code of a Large Town\n\n${Array.from({ length: sections }, (_, at) => section(at)).join("\n")}`;
}

/** What the endpoint takes for one batch: makes indexing last whatever the machine, so that it can be killed in. */
const batchMs = 40;

let service: KillableService;
beforeEach(async () => {
  service = await makeKillableService({ onEmbed: () => new Promise((resolve) => setTimeout(resolve, batchMs)) });
});
afterEach(() => service.close());

type UploadJson = Readonly<Record<string, unknown>>;
const hasEnded = ({ status }: UploadJson) => status === "failed" || status === "ready";

/** Follows an upload until it is at a moment, or has ended before. */
const until = (jobId: string, isWanted: (upload: UploadJson) => boolean): Promise<UploadJson> =>
  service.calls.pollUntil(`/v1/uploads/${jobId}`, (upload) => hasEnded(upload) || isWanted(upload));

describe("a process killed in the middle of ingest", () => {
  it("of a PDF of 200 pages, again and again and at every stage, still finishes it, once and whole", {
    timeout: 400_000,
  }, async () => {
    const { call, createProject, sendFile } = service.calls;
    const bytes = await makeLongPdf(longCode(2_000), 200);
    await service.start();
    const projectId = await createProject();
    const { jobId } = await sendFile(projectId, { filename: "code.pdf", mimeType: "application/pdf", bytes });
    const moments: ((upload: UploadJson) => boolean)[] = [
      () => true,
      (upload) => upload.stage === "reading",
      (upload) => upload.stage === "indexing",
      (upload) => upload.stage === "indexing" && Number(upload.percent) > 70,
    ];
    for (const moment of moments) {
      const seen = await until(jobId, moment);
      expect(seen.status, "the document was done before it could be interrupted").not.toBe("ready");
      await service.kill();
      await service.start();
    }
    const done = await until(jobId, () => false);
    expect(done).toMatchObject({ status: "ready", percent: 100, error: null });
    const documents = await call("GET", `/v1/projects/${projectId}/documents`);
    const data = documents.json.data as { document_id: string; chunks: number }[];
    expect(data[0]).toMatchObject({ pages: 200 });
    expect(data).toHaveLength(1);
    const found = await call("POST", `/v1/projects/${projectId}/search`, { query: "rule number 1999" });
    const [first] = found.json.results as { text: string }[];
    expect(first?.text).toContain("24990 square feet");
    await service.stop();
    const stored = await service.stored("upload-ingest");
    const chunks = data[0]?.chunks;
    expect(stored).toMatchObject({ documents: 1, published: 1, staged: 0, chunks, vectors: chunks });
    expect(stored.interruptions).toBeGreaterThanOrEqual(3);
  });

  it("that was asked to end instead loses nothing and repeats nothing", {
    timeout: 300_000,
  }, async () => {
    const { createProject, sendFile } = service.calls;
    await service.start();
    const file = { filename: "code.md", mimeType: "text/markdown", bytes: longCode(600) };
    const { jobId } = await sendFile(await createProject(), file);
    await until(jobId, (upload) => upload.stage === "reading" || upload.stage === "indexing");
    await service.stop();
    await service.start();
    expect((await until(jobId, () => false)).status).toBe("ready");
    await service.stop();
    expect(await service.stored("upload-ingest")).toMatchObject({
      documents: 1,
      published: 1,
      staged: 0,
      interruptions: 0,
    });
  });
});
