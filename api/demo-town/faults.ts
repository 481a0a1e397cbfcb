/** Ways in which an outside service fails. */
export const faultNames = [
  "timeout",
  "reset",
  "500",
  "503",
  "429",
  "empty_body",
  "html",
  "malformed_json",
  "arcgis_error",
  "wrong_type",
  "trickle",
  "redirect_loop",
  "huge_body",
] as const;
export type FaultName = (typeof faultNames)[number];

/** How long a service that hangs keeps a connection, in milliseconds: longer than anybody waits. */
const hangMs = 120_000;
/** More than any client takes. */
const hugeMebibytes = 64;
const mebibyte = new TextEncoder().encode(" ".repeat(1024 * 1024));
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
const html = (status: number) =>
  new Response("<!doctype html><title>Service maintenance</title><p>Try again later.</p>", {
    status,
    headers: { "content-type": "text/html" },
  });

const faults: Readonly<Record<FaultName, () => Response | Promise<Response>>> = {
  timeout: async () => {
    await wait(hangMs);
    return html(504);
  },
  // A body that breaks off: the connection is reset while it is read.
  reset: () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"partial":'));
          setTimeout(() => controller.error(new Error("reset on purpose")), 10);
        },
      }),
      { headers: { "content-type": "application/json" } },
    ),
  "500": () => html(500),
  "503": () => html(503),
  "429": () => new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } }),
  empty_body: () => new Response("", { headers: { "content-type": "application/json" } }),
  html: () => html(200),
  malformed_json: () => new Response('{"features": [', { headers: { "content-type": "application/json" } }),
  arcgis_error: () => Response.json({ error: { code: 500, message: "Service is not started", details: [] } }),
  wrong_type: () =>
    new Response(new Uint8Array([0x89, 0x50, 0x4e, 0x47]), { headers: { "content-type": "image/png" } }),
  trickle: () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          await wait(500);
          controller.enqueue(new TextEncoder().encode(" "));
        },
      }),
      { headers: { "content-type": "application/json" } },
    ),
  // To the same address again and again.
  redirect_loop: () => new Response(null, { status: 302, headers: { location: "?again=1" } }),
  huge_body: () => {
    let left = hugeMebibytes;
    return new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(mebibyte);
          left -= 1;
          if (left === 0) controller.close();
        },
      }),
      { headers: { "content-type": "application/json" } },
    );
  },
};

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);

/** The faults that are set, by service; tests and demonstrations set them over `PUT /faults/{service}`. */
export class FaultBoard {
  readonly #set = new Map<string, { readonly name: FaultName; left: number }>();

  /** Returns what the service answers instead, if a fault is set for it or for all (`*`). */
  of(service: string): (() => Promise<Response | undefined>) | undefined {
    const fault = this.#set.get(service) ?? this.#set.get("*");
    if (!fault || fault.left <= 0) return undefined;
    return async () => {
      fault.left -= 1;
      return faults[fault.name]();
    };
  }

  /** Answers `PUT /faults/{service}` with `{"fault": name, "times"?: number}`, and `DELETE`, which ends it. */
  async control(request: Request, service: string): Promise<Response> {
    if (request.method === "DELETE") {
      if (service === "") this.#set.clear();
      else this.#set.delete(service);
      return new Response(null, { status: 204 });
    }
    const { fault, times } = (await request.json()) as { fault?: unknown; times?: unknown };
    if (request.method !== "PUT" || typeof fault !== "string" || !isFaultName(fault)) {
      return Response.json({ error: `fault is one of ${faultNames.join(", ")}` }, { status: 422 });
    }
    this.#set.set(service, { name: fault, left: typeof times === "number" ? times : Number.POSITIVE_INFINITY });
    return new Response(null, { status: 204 });
  }
}
