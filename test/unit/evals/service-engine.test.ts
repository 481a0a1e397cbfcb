import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { readAnswerLabels } from "../../../evals/answer-labels.ts";
import type { EvalQuery } from "../../../evals/eval-folder.ts";
import { chooseConfigurations } from "../../../evals/measure/configurations.ts";
import { openServiceEngine, ServiceUnreachable } from "../../../evals/measure/service-engine.ts";
import { ServiceRefused } from "../../../evals/service-client.ts";
import type { Suite } from "../../../evals/suites.ts";

const text = "A fence or wall in a side or rear yard shall be no taller than six feet in residential districts.";
const query: EvalQuery = {
  id: "q1",
  text: "how tall may a fence be",
  jurisdiction: "a",
  splits: [],
  relevant: new Map([["a#5.5", 1]]),
  labels: readAnswerLabels({ answer_values: [6] }),
};
const suite: Suite = {
  name: "small",
  documents: [{ jurisdiction: "a", ids: ["a#5.5"], sections: [{ headingPath: ["5.5 Fences"], section: "5.5", text }] }],
  files: [],
  queries: [query],
  checksums: {},
};
const citation = {
  source_document: "Law",
  document_id: "doc_1",
  document_revision: 1,
  section: "5.5",
  heading_path: ["5.5 Fences"],
  page: null,
  printed_page: null,
  char_start: 0,
  char_end: text.length,
  quote: text,
};

type Reply = { status?: number; body: unknown };
let server: Server | undefined;
afterEach(async () => {
  server?.close();
  if (server) await once(server, "close");
  server = undefined;
});

/** Starts a server that answers each request with `answer`, and returns its address. */
async function serve(answer: (request: IncomingMessage) => Reply): Promise<string> {
  server = createServer((request, response) => {
    const { status = 200, body } = answer(request);
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
}

function project(request: IncomingMessage): Reply {
  const path = request.url ?? "";
  if (path.includes("/documents?")) return { body: { data: [{ ingest_report: { chunks: 3 } }], next_cursor: null } };
  if (path.includes("/text?")) return { body: { text } };
  if (path.endsWith("/search")) return { body: { results: [{ text, relevance_score: 0.9, citation }] } };
  return { body: { answer: "Six feet [1].", answer_status: "answered", citations: [{ ...citation, marker: 1 }] } };
}

const open = (url: string) => openServiceEngine(suite, { url, projectId: "prj_1", key: "gw_live_test" });
const [served] = chooseConfigurations(["hybrid+rerank"]);
if (!served) throw new Error("the served configuration is there");

describe("a project of a running server", () => {
  it("is searched and asked as a client would, its passages matched to the records by their words", async () => {
    const engine = await open(await serve(project));
    expect(engine).toMatchObject({ documents: 1, chunks: 3 });
    const found = await engine.search(served)(query);
    expect(found.passages[0]).toMatchObject({ records: ["a#5.5"], stands: true });
    const answer = await engine.answer(query);
    expect(answer).toMatchObject({ status: "answered", citations: [{ records: ["a#5.5"], stands: true }] });
  });

  it("has facts of the project among its citations, which belong to no record and have no span to check", async () => {
    const nowhere = { document_id: null, document_revision: null, char_start: null, char_end: null, section: null };
    const quote = "Parcel 1 has an area of 19,718 square feet.";
    const fact = { ...citation, ...nowhere, kind: "fact", source_document: "Project record", heading_path: [], quote };
    const answer = (request: IncomingMessage): Reply => {
      const path = request.url ?? "";
      if (path.includes("/documents/null/")) return { status: 404, body: { code: "not_found", detail: "no document" } };
      const citations = [
        { ...fact, marker: 1 },
        { ...citation, kind: "passage", marker: 2 },
      ];
      const body = { answer: "19,718 square feet [1]. Six feet [2].", answer_status: "answered", citations };
      return path.endsWith("/messages") ? { body } : project(request);
    };
    const engine = await open(await serve(answer));
    expect((await engine.answer(query)).citations).toMatchObject([
      { quote, records: [], stands: null, headingPath: [] },
      { quote: text, records: ["a#5.5"], stands: true },
    ]);
  });

  it("counts a quote that does not stand at its span", async () => {
    const answer = (request: IncomingMessage) =>
      request.url?.includes("/text?") ? { body: { text: "other words" } } : project(request);
    const engine = await open(await serve(answer));
    expect((await engine.search(served)(query)).passages[0]?.stands).toBe(false);
  });

  it("is waited for when it asks for time, and asked again", async () => {
    let refusals = 2;
    const url = await serve((request) => {
      if (!request.url?.endsWith("/search") || refusals === 0) return project(request);
      refusals -= 1;
      return { status: 429, body: { code: "rate_limited", detail: "slower", retry_after_seconds: 0 } };
    });
    const engine = await open(url);
    expect((await engine.search(served)(query)).passages).toHaveLength(1);
    expect(refusals).toBe(0);
  });

  it("ends the run when it refuses for good, or is not there, and says why", async () => {
    const url = await serve(() => ({ status: 404, body: { code: "not_found", detail: "no such project" } }));
    await expect(open(url)).rejects.toThrow(ServiceRefused);
    await expect(open(url)).rejects.toThrow(/404 not_found: no such project/);
    await expect(open("http://127.0.0.1:1")).rejects.toThrow(ServiceUnreachable);
    await expect(open("http://127.0.0.1:1")).rejects.toThrow(/did not answer.*check that it runs/);
  });
});
