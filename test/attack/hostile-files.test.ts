import { crc32 } from "node:zlib";
import { zipSync, zlibSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../migrations/index.ts";
import {
  createReadyProject,
  initiate,
  pollUntil,
  put,
  type TestFile,
  uploadFile,
} from "../api/knowledge/knowledge-app.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import { encryptedPdf } from "../support/documents/broken-files.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let app: ComposedService;
let projectId: string;
beforeAll(async () => {
  app = await openComposedService();
  projectId = await createReadyProject(app, 700);
});
afterAll(() => app.close());

const key = () => app.organization.ownerKey;
const finalize = (jobId: string) => app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: key(), body: {} });
const indexedOf = (jobId: string) =>
  app.services.db.query(sql`-- chunks_of_upload
    select chunk.id from chunk join upload on upload.document_id = chunk.document_id where upload.job_id = ${jobId}`);

/** Sends a file to its end, wherever that is; every answer on the way is a success or a refusal, never a fault. */
async function sendWhole(file: TestFile) {
  const { jobId, link } = await initiate(app, projectId, file);
  const answers = [await put(app, link, file)];
  if (answers[0]?.status === 204) answers.push(await finalize(jobId));
  for (const { status } of answers) expect(status).toBeLessThan(500);
  const status = await pollUntil(
    app,
    `/v1/uploads/${jobId}`,
    (json) => json.status === "ready" || json.status === "failed",
  );
  return { jobId, upload: status, sent: answers[0]?.status };
}

const word = (document: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    "[Content_Types].xml": Buffer.from(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    "_rels/.rels": Buffer.from(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    "word/document.xml": Buffer.from(document),
    ...more,
  });
const wordText = (text: string, head = "") =>
  `<?xml version="1.0"?>${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
const laughs = `<!DOCTYPE w [<!ENTITY a "${"ha".repeat(50)}">${Array.from({ length: 9 }, (_, at) => {
  const [name, inner] = ["abcdefghij"[at + 1], "abcdefghij"[at]];
  return `<!ENTITY ${name} "${`&${inner};`.repeat(10)}">`;
}).join("")}]>`;
/** A whole PNG that would take 30 GB to unfold; only its first points are there. */
const hugePicture = () => {
  const number = (value: number) =>
    Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
  const part = (kind: string, bytes: Uint8Array) => {
    const checked = Buffer.concat([Buffer.from(kind), bytes]);
    return Buffer.concat([number(bytes.length), checked, number(crc32(checked))]);
  };
  const head = Buffer.concat([number(100_000), number(100_000), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    part("IHDR", head),
    part("IDAT", zlibSync(Buffer.alloc(1_000))),
    part("IEND", Buffer.alloc(0)),
  ]);
};
const millionPages =
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 1000000 >>\nendobj\ntrailer\n<< /Size 3 /Root 1 0 R >>\n%%EOF\n";
const page = "<!doctype html><script>fetch('/v1/wallet')</script><p>A page in disguise.</p>";

describe("a file that is not what it says", () => {
  it.each<[string, TestFile]>([
    ["a page called a PDF", { filename: "code.pdf", mimeType: "application/pdf", bytes: page }],
    ["a PDF that is a page further on", { filename: "code.html", mimeType: "text/html", bytes: `%PDF-1.4\n${page}` }],
    ["an archive called a text", { filename: "a.txt", mimeType: "text/plain", bytes: word(wordText("x")) }],
    ["a page called a Word file", { filename: "a.docx", mimeType: docx, bytes: page }],
    ["a page called a picture", { filename: "a.png", mimeType: "image/png", bytes: page }],
    [
      "a program called a text",
      { filename: "a.txt", mimeType: "text/plain", bytes: `MZ\u0090\u0000${"\u0000".repeat(400)}` },
    ],
  ])("is refused with its bytes, and nothing of it is read: %s", async (_, file) => {
    const { jobId, upload, sent } = await sendWhole(file);
    expect([sent, upload.status, (upload.error as { code: string }).code]).toEqual([
      415,
      "failed",
      "document_mislabelled",
    ]);
    expect(await indexedOf(jobId)).toEqual([]);
  });

  it("in its length is not read: a longer one is refused as it arrives, a shorter one when it is finalized", async () => {
    const file = { filename: "a.txt", mimeType: "text/plain", bytes: "A lot has a front." };
    const sizes = [
      [4, 422, 409, "upload_object_missing", "failed"],
      [400, 204, 422, "upload_mismatch", "created"],
    ] as const;
    for (const [size_bytes, sent, finalized, code, status] of sizes) {
      const { jobId, link } = await initiate(app, projectId, file, { size_bytes });
      expect((await put(app, link, file)).status).toBe(sent);
      const refused = await finalize(jobId);
      expect([refused.status, refused.json.code]).toEqual([finalized, code]);
      expect((await app.call("GET", `/v1/uploads/${jobId}`, { key: key() })).json.status).toBe(status);
      expect(await indexedOf(jobId)).toEqual([]);
    }
  });
});

describe("a file made to exhaust its reader", () => {
  const failing: [string, TestFile, string][] = [
    [
      "a PDF behind a password",
      { filename: "a.pdf", mimeType: "application/pdf", bytes: encryptedPdf() },
      "document_encrypted",
    ],
    [
      "a PDF of a million pages that are not there",
      { filename: "a.pdf", mimeType: "application/pdf", bytes: millionPages },
      "document_no_text",
    ],
    [
      "a Word file that unpacks to a thousand times its weight",
      { filename: "a.docx", mimeType: docx, bytes: word(wordText("x"), { "word/big.xml": Buffer.alloc(64 << 20) }) },
      "document_too_large",
    ],
    [
      "a workbook that packs an archive and a way out of its folder",
      {
        filename: "a.xlsx",
        mimeType: xlsx,
        bytes: zipSync({ "xl/workbook.xml": Buffer.from("<a/>"), "../../out.xml": word("x") }),
      },
      "document_unsupported",
    ],
    [
      "a picture of ten billion points",
      { filename: "a.png", mimeType: "image/png", bytes: hugePicture() },
      "document_too_large",
    ],
  ];
  it.each(failing)("ends as failed, with a reason its owner can read: %s", async (_, file, code) => {
    const { jobId, upload } = await sendWhole(file);
    const error = upload.error as { code: string; detail: string };
    expect([upload.status, error.code]).toEqual(["failed", code]);
    expect(error.detail).not.toMatch(/node_modules|\.ts\b|at \w+ \(|Error:|\/tmp\//);
    expect(await indexedOf(jobId)).toEqual([]);
  });

  const enduring: [string, TestFile][] = [
    ["entities that grow into a billion", { filename: "a.docx", mimeType: docx, bytes: word(wordText("&j;", laughs)) }],
    [
      "a page of boxes in boxes",
      { filename: "a.html", mimeType: "text/html", bytes: `${"<div>".repeat(20_000)}A lot has a front.` },
    ],
    [
      "quotes in quotes",
      { filename: "a.md", mimeType: "text/markdown", bytes: `${"> ".repeat(5_000)}A lot has a front.` },
    ],
    [
      "brackets that never close",
      { filename: "a.md", mimeType: "text/markdown", bytes: `${"[![".repeat(10_000)}A lot has a front.` },
    ],
    [
      "a table of one row of many cells",
      { filename: "a.csv", mimeType: "text/csv", bytes: `${"a,".repeat(10_000)}a\n1` },
    ],
    [
      "half characters and marks of direction",
      {
        filename: "a.txt",
        mimeType: "text/plain",
        bytes: Buffer.from("ff fe 41 d8 2e 20 41 00".replaceAll(" ", ""), "hex"),
      },
    ],
  ];
  it.each(enduring)("comes to an end, and does not grow in the store: %s", async (_, file) => {
    const { jobId, upload } = await sendWhole(file);
    if (upload.status === "failed") expect((upload.error as { code: string }).code).toMatch(/^document_/);
    const [stored] = await app.services.db.query<{ characters: number }>(sql`-- characters_of_upload
      select coalesce(sum(revision.character_count), 0)::integer as characters
      from document_revision revision join upload on upload.document_id = revision.document_id
      where upload.job_id = ${jobId}`);
    expect(stored?.characters ?? 0).toBeLessThan(500_000);
  });

  it("leaves the service as it was: the next good file is read", async () => {
    const good = { filename: "good.txt", mimeType: "text/plain", bytes: "Every lot has a front on a street." };
    expect((await uploadFile(app, projectId, good)).status).toBe("ready");
  });
});

describe("what is said of a file", () => {
  const announce = (more: object) =>
    app.call("POST", "/v1/uploads/initiate", {
      key: key(),
      body: { project_id: projectId, filename: "a.txt", mime_type: "text/plain", size_bytes: 1, ...more },
    });

  it.each([
    ["../../../etc/passwd.txt", "passwd.txt"],
    ["..\\..\\boot.txt", "boot.txt"],
    ["a\r\nSet-Cookie: b=c.txt", "aSet-Cookie: b=c.txt"],
    ['quote".txt', 'quote".txt'],
    ["a%00.txt", "a%00.txt"],
    ["\u202etxt.exe\u2066.txt", "txt.exe.txt"],
    ["<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"],
  ])("the name %j is kept as %j, and no header holds it", async (filename, kept) => {
    const answer = await announce({ filename });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()]).not.toContain("set-cookie");
    const upload = await app.call("GET", `/v1/uploads/${answer.json.job_id}`, { key: key() });
    expect(upload.json.filename).toBe(kept);
  });

  it.each([
    ["filename", "x".repeat(5_000)],
    ["filename", "a\u0000.txt"],
    ["mime_type", "text/plain\r\nSet-Cookie: b=c"],
    ["mime_type", "text/html<script>"],
    ["mime_type", "../../text/plain"],
  ])("a %s of %j is refused as a value", async (field, value) => {
    const answer = await announce({ [field]: value });
    expect(answer.status).toBe(422);
    expect((answer.json.errors as { field: string }[])[0]?.field).toBe(field);
    expect([...answer.headers.values()].join()).not.toContain("b=c");
  });
});
