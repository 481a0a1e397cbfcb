import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadyProject, type KnowledgeApp, startKnowledgeApp, uploadFile } from "./knowledge-app.ts";

let app: KnowledgeApp;
let projectId: string;
beforeAll(async () => {
  app = await startKnowledgeApp();
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

const get = (path: string, key = app.organization.ownerKey) => app.call("GET", path, { key });
const upload = async (bytes: string, filename: string, category = "document") => {
  const done = await uploadFile(app, projectId, { filename, mimeType: "text/plain", bytes, category });
  return (done.document as { document_id: string }).document_id;
};
const textOf = (documentId: string, query = "", project = projectId) =>
  get(`/v1/projects/${project}/documents/${documentId}/text${query}`);

describe("a project's documents", () => {
  it("are listed newest first, each with its report, and walked through page by page", async () => {
    const made = [
      await upload("SECTION 1. One\n\nThe first rule of the town.", "one.txt", "ordinance"),
      await upload("Second letter of the surveyor.", "two.txt"),
      await upload("Third letter of the surveyor.", "three.txt"),
    ];
    const listed = (await get(`/v1/projects/${projectId}/documents`)).json;
    const documents = listed.data as { document_id: string; kind: string; ingest_report: object }[];
    expect(documents.map((document) => document.document_id)).toEqual(made.toReversed());
    expect(documents.map((document) => document.kind)).toEqual(["upload", "upload", "ordinance"]);
    expect(documents[0]).toMatchObject({ document_revision: 1, pages: null, ingest_report: { empty_pages: [] } });
    expect(listed).toMatchObject({ limit: 20, offset: 0, next_cursor: null });
    const first = (await get(`/v1/projects/${projectId}/documents?limit=2`)).json;
    const rest = (await get(`/v1/projects/${projectId}/documents?limit=2&offset=2`)).json;
    expect([...(first.data as []), ...(rest.data as [])]).toEqual(documents);
    expect(first.next_cursor).not.toBeNull();
    expect(rest.next_cursor).toBeNull();
  });

  it("are not to be seen by a stranger, nor through another project", async () => {
    const documentId = await upload("Fourth letter of the surveyor.", "four.txt");
    const other = await createReadyProject(app, 2);
    expect((await get(`/v1/projects/${projectId}/documents`, app.stranger.ownerKey)).status).toBe(404);
    expect((await get(`/v1/projects/${projectId}/documents/${documentId}/text`, app.stranger.ownerKey)).status).toBe(
      404,
    );
    expect((await textOf(documentId, "", other)).status).toBe(404);
    expect((await get(`/v1/projects/${other}/documents`)).json.data).toEqual([]);
  });
});

describe("the text of a document", () => {
  it("is read at any span, with the page and the headings it stands under", async () => {
    const pages = [
      "SECTION 4.1 LOTS\n\nA lot has 7,500 square feet.",
      "SECTION 4.2 FENCES\n\nA fence is four feet tall.",
    ];
    const documentId = await upload(pages.join("\f"), "pages.txt", "ordinance");
    const whole = (await textOf(documentId)).json as { text: string; char_end: number };
    expect(whole.char_end).toBe(whole.text.length);
    const at = whole.text.indexOf("four feet");
    const span = (await textOf(documentId, `?revision=1&char_start=${at}&char_end=${at + 9}`)).json;
    expect(span).toMatchObject({
      document_id: documentId,
      document_revision: 1,
      char_start: at,
      char_end: at + 9,
      text: "four feet",
      page: 2,
      printed_page: null,
      section: "4.2",
    });
    expect((span.heading_path as string[]).at(-1)).toMatch(/4\.2 FENCES/i);
  });

  it("is given 20,000 characters at a time, and pieces join without a seam", async () => {
    const paragraphs = Array.from(
      { length: 700 },
      (_, at) => `Paragraph ${at} says that lot ${at} is ${at * 3} feet wide.`,
    );
    const documentId = await upload(paragraphs.join("\n\n"), "long.txt");
    let joined = "";
    for (;;) {
      const piece = (await textOf(documentId, `?char_start=${joined.length}`)).json as { text: string };
      if (piece.text === "") break;
      expect(piece.text.length).toBeLessThanOrEqual(20_000);
      joined += piece.text;
    }
    for (const paragraph of paragraphs) expect(joined).toContain(paragraph);
    const beyond = (await textOf(documentId, "?char_start=99000000")).json;
    expect(beyond).toMatchObject({ text: "", char_start: joined.length, char_end: joined.length });
  });

  it.each([
    ["more than 20,000 characters", "?char_start=0&char_end=20001"],
    ["an end before its start", "?char_start=10&char_end=5"],
    ["a negative start", "?char_start=-1"],
    ["something that is not known", "?page=3"],
  ])("asked for with %s is refused", async (_, query) => {
    expect((await textOf("doc_00000000000000000000000000000000", query)).status).toBe(422);
  });

  it("of a document or revision that is not there is not found", async () => {
    const documentId = await upload("Fifth letter of the surveyor.", "five.txt");
    expect((await textOf(documentId, "?revision=2")).status).toBe(404);
    expect((await textOf("doc_00000000000000000000000000000000")).status).toBe(404);
  });
});
