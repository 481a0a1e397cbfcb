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
  /** Uploads a short ordinance to a project, waits until it is read, and gives the link it was sent to. */
  uploadFences(projectId: string): Promise<string>;
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
        const { json } = await calls.call("GET", path);
        if (isWanted(json)) return json;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    async uploadFences(projectId) {
      const body = "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n";
      const initiated = await calls.call("POST", "/v1/uploads/initiate", {
        project_id: projectId,
        filename: "zoning.md",
        mime_type: "text/markdown",
        size_bytes: body.length,
        category: "ordinance",
      });
      const link = String(initiated.json.upload_url);
      await fetch(link, { method: "PUT", headers: { "content-type": "text/markdown" }, body });
      await calls.call("POST", `/v1/uploads/${initiated.json.job_id}/finalize`, {});
      await calls.pollUntil(`/v1/uploads/${initiated.json.job_id}`, (json) => json.status === "ready");
      return link;
    },
  };
  return calls;
}
