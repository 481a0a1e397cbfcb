import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { makeResponse } from "../make-response.ts";

const require = createRequire(import.meta.url);
// The entry point of the package is for bundlers; the file for browsers is beside it.
const distribution = dirname(require.resolve("@scalar/api-reference"));
const script = join(distribution, "browser", "standalone.js");
const { version } = JSON.parse(readFileSync(join(distribution, "..", "package.json"), "utf8")) as { version: string };

/** Path of Scalar's script; it contains the version, so that browsers may keep the file for good. */
export const referenceScriptPath = `/docs/scalar-${version}.js` as const;

let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Returns Scalar's script (MIT licence), compressed for a browser that accepts gzip; it is read on first use. */
export async function referenceScriptResponse(request: Request): Promise<Response> {
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  };
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return makeResponse(200, new Uint8Array(await readFile(script)), headers);
  }
  compressed ??= compressedScript();
  return makeResponse(200, await compressed, { ...headers, "content-encoding": "gzip" });
}

async function compressedScript(): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await promisify(gzip)(await readFile(script)));
  } catch (error) {
    compressed = undefined;
    throw error;
  }
}
