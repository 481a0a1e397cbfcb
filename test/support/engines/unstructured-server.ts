import { PDFDocument } from "pdf-lib";
import { type Engine, type EngineAnswer, type EngineCall, startEngine } from "./engine-server.ts";

/** An element as the protocol has it. */
export interface SentElement {
  readonly type: string;
  readonly text: string;
  readonly metadata?: { readonly page_number?: number; readonly text_as_html?: string };
}

/** Gives the elements of a page; pages count from 1 in the whole document, not in the stretch that was sent. */
export type PageReader = (page: number) => readonly SentElement[];

/**
 * Starts an engine that answers `POST /general/v0/general`.
 *
 * Of a PDF it counts the pages it was sent and reads each, numbered from `starting_page_number`; anything else is read
 * as page 1.
 */
export function startUnstructuredServer(readPage: PageReader): Promise<Engine> {
  return startEngine((call) => answerPartition(call, readPage));
}

/** The form a call carried. */
export function formOf(call: EngineCall | undefined): Promise<FormData> {
  if (call === undefined) throw new Error("there was no such call");
  const headers = { "content-type": call.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(call.body), { headers }).formData();
}

async function answerPartition(call: EngineCall, readPage: PageReader): Promise<EngineAnswer> {
  if (call.method !== "POST" || call.path !== "/general/v0/general")
    return { status: 404, body: { detail: "Not Found" } };
  if (call.headers["unstructured-api-key"] !== "un-test")
    return { status: 401, body: { detail: "API key is invalid" } };
  const form = await formOf(call);
  const file = form.get("files");
  if (!(file instanceof Blob))
    return { status: 422, body: { detail: [{ msg: "files is required", type: "missing" }] } };
  const first = Number(form.get("starting_page_number") ?? 1);
  const elements: SentElement[] = [];
  for (let page = first; page < first + (await pagesOf(file)); page += 1) {
    for (const element of readPage(page)) {
      elements.push({ ...element, metadata: { page_number: page, ...element.metadata } });
    }
  }
  return { body: elements.map((element, at) => ({ element_id: `${first}-${at}`, ...element })) };
}

async function pagesOf(file: Blob): Promise<number> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 5)) !== "%PDF-") return 1;
  return (await PDFDocument.load(bytes)).getPageCount();
}
