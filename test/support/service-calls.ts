import { projectBody } from "../api/knowledge/knowledge-app.ts";

/** An answer of a running service, its body read. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty unless the body is JSON. */
  readonly json: Record<string, unknown>;
}

/** Calls of a service that may be killed and started again between two of them. */
export interface ServiceCalls {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ServiceAnswer>;
  /** Asks until the answer is the wanted one; a test's own limit ends what never comes. */
  pollUntil(path: string, isWanted: (json: ServiceAnswer["json"]) => boolean): Promise<ServiceAnswer["json"]>;
  /** Creates a project that needs nothing more, and waits until it is set up. */
  createProject(): Promise<string>;
  /** Uploads a file to a project without waiting until it is read. */
  sendFile(projectId: string, file: SentFile): Promise<{ readonly jobId: string; readonly link: string }>;
  /** Uploads a short ordinance to a project, waits until it is read, and gives the link it was sent to. */
  uploadFences(projectId: string): Promise<string>;
}

/** A file as a client sends it. */
export interface SentFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array | string;
}

const pauseMs = 20;

/** Makes calls of whatever service and key there are at the time of each. */
export function makeServiceCalls(now: () => { readonly baseUrl: string; readonly key: string }): ServiceCalls {
  const calls: ServiceCalls = {
    async call(method, path, body, headers = {}) {
      const { baseUrl, key } = now();
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
    },
    async pollUntil(path, isWanted) {
      for (;;) {
        const { status, text, json } = await calls.call("GET", path);
        if (status >= 400 && status < 500) throw new Error(`${path} answered ${status} ${text}`);
        if (isWanted(json)) return json;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    async createProject() {
      const created = await calls.call("POST", "/v1/projects", projectBody(1));
      if (created.status !== 202) throw new Error(created.text);
      const projectId = String(created.json.project_id);
      await calls.pollUntil(`/v1/projects/${projectId}`, (json) => json.status === "ready");
      return projectId;
    },
    async sendFile(projectId, { filename, mimeType, bytes }) {
      const initiated = await calls.call("POST", "/v1/uploads/initiate", {
        project_id: projectId,
        filename,
        mime_type: mimeType,
        size_bytes: Buffer.byteLength(bytes),
        category: "ordinance",
      });
      const link = String(initiated.json.upload_url);
      const headers = { "content-type": mimeType };
      const sent = await fetch(link, { method: "PUT", headers, body: Buffer.from(bytes) });
      if (sent.status !== 204) throw new Error(await sent.text());
      const jobId = String(initiated.json.job_id);
      const finalized = await calls.call("POST", `/v1/uploads/${jobId}/finalize`, {});
      if (finalized.status !== 200) throw new Error(finalized.text);
      return { jobId, link };
    },
    async uploadFences(projectId) {
      const body = "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n";
      const file = { filename: "zoning.md", mimeType: "text/markdown", bytes: body };
      const { jobId, link } = await calls.sendFile(projectId, file);
      await calls.pollUntil(`/v1/uploads/${jobId}`, (json) => json.status === "ready");
      return link;
    },
  };
  return calls;
}
