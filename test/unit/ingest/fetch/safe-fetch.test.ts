import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SafeFetchOptions, safeFetch } from "../../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../../support/counting-site.ts";
import { makeSelfSigned } from "../../../support/self-signed.ts";

const text = "Sec. 12-3. Side setbacks: 7.5 feet. ".repeat(500);
const packers: Readonly<Record<string, (text: string) => Buffer>> = {
  gzip: gzipSync,
  "X-GZIP": gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (plain) => Buffer.from(plain),
};

let site: CountingSite;
let options: SafeFetchOptions;
let sent: IncomingHttpHeaders;

beforeAll(async () => {
  site = await startCountingSite((request, response) => {
    sent = request.headers;
    const url = new URL(request.url ?? "/", "http://site.example");
    const encoding = url.searchParams.get("packed");
    if (url.pathname === "/moved") {
      response.writeHead(Number(url.searchParams.get("status")), { location: "code?packed=gzip", "set-cookie": "a=b" });
      return response.end("elsewhere");
    }
    if (url.pathname === "/abroad") {
      response.setHeader("location", Buffer.from("/Bauplätze", "utf8").toString("latin1"));
      return response.writeHead(302).end();
    }
    if (url.pathname === "/bare") return response.end();
    if (url.pathname === "/raw") {
      return response.writeHead(200, { "content-encoding": "deflate" }).end(deflateRawSync(text));
    }
    response.writeHead(200, {
      "content-type": 'Text/HTML; charset="UTF-8"',
      etag: 'W/"7"',
      "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
      "cache-control": "max-age=600",
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    });
    return response.end(encoding === null ? text : packers[encoding]?.(text));
  });
  options = { allowOrigins: [site.origin] };
});
afterAll(() => site.close());

describe("a fetched address", () => {
  it("gives its bytes with what is known of them", async () => {
    const { bytes, ...known } = await safeFetch(`${site.origin}/code#part`, options);
    expect(bytes.toString()).toBe(text);
    expect(known).toEqual({
      status: 200,
      url: `${site.origin}/code`,
      mediaType: "text/html",
      charset: "utf-8",
      etag: 'W/"7"',
      lastModified: "Sat, 21 Nov 2026 10:00:00 GMT",
      cacheControl: "max-age=600",
      sha256: createHash("sha256").update(text).digest("hex"),
    });
  });

  it("may say nothing and hold nothing", async () => {
    expect(await safeFetch(`${site.origin}/bare`, options)).toMatchObject({
      bytes: Buffer.alloc(0),
      mediaType: null,
      charset: null,
      etag: null,
      lastModified: null,
    });
  });

  it.each(Object.keys(packers))("is unpacked when it was packed as %s", async (packed) => {
    const { bytes } = await safeFetch(`${site.origin}/code?packed=${packed}`, options);
    expect(bytes.toString()).toBe(text);
  });

  it("is unpacked when deflate means the bare stream", async () => {
    expect((await safeFetch(`${site.origin}/raw`, options)).bytes.toString()).toBe(text);
  });

  it.each([301, 302, 303, 307, 308])("is found behind a redirect with the status %i", async (status) => {
    const found = await safeFetch(`${site.origin}/moved?status=${status}`, options);
    expect(found.url).toBe(`${site.origin}/code?packed=gzip`);
    expect(found.bytes.toString()).toBe(text);
  });

  it("is found when a redirect names it in UTF-8", async () => {
    expect((await safeFetch(`${site.origin}/abroad`, options)).url).toBe(`${site.origin}/Baupl%C3%A4tze`);
  });

  it("is asked for with the same few headers whoever asks, and without the cookies a host sets", async () => {
    const usual = {
      host: new URL(site.origin).host,
      "user-agent": expect.stringContaining("Groundwork"),
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      connection: "close",
    };
    await safeFetch(`${site.origin}/code`, options);
    expect(sent).toEqual(usual);
    await safeFetch(`${site.origin}/moved?status=302`, options);
    expect(sent).toEqual(usual);
    expect(new Set(site.requests.map((line) => line.split(" ")[0]))).toEqual(new Set(["GET"]));
  });
});

describe("over TLS", () => {
  const certificate = makeSelfSigned(["localhost"]);
  const start = () => startCountingSite((_, response) => response.end("proven"), { tls: certificate });

  it("a host is believed when a known authority vouches for the name that was asked for", async () => {
    setDefaultCACertificates([certificate.cert]);
    const secure = await start();
    const { bytes } = await safeFetch(secure.origin, { allowOrigins: [secure.origin] });
    expect(bytes.toString()).toBe("proven");
    await secure.close();
  });

  it("it is not when the certificate is for another name, and nothing is asked of it", async () => {
    setDefaultCACertificates([certificate.cert]);
    const secure = await start();
    const other = `https://127.0.0.1:${secure.port}`;
    await expect(safeFetch(other, { allowOrigins: [other] })).rejects.toMatchObject({ code: "fetch.tls" });
    const named = `https://town.example:${secure.port}`;
    const network = { resolve: async () => ["127.0.0.1"] };
    await expect(safeFetch(named, { allowOrigins: [named], network })).rejects.toMatchObject({ code: "fetch.tls" });
    expect(secure.requests).toEqual([]);
    await secure.close();
  });

  it("it is not when nobody known vouches for it", async () => {
    setDefaultCACertificates([]);
    const secure = await start();
    await expect(safeFetch(secure.origin, { allowOrigins: [secure.origin] })).rejects.toMatchObject({
      code: "fetch.tls",
    });
    expect(secure.requests).toEqual([]);
    await secure.close();
  });
});
