import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A feature service of Koop, the implementation of the ArcGIS protocol that Esri publishes for other data. */
export interface KoopServer {
  readonly origin: string;
  /** Of the feature service. */
  readonly url: string;
  /** Path and query of each request. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Plots around 12 Mill Street of the demo town, and one far from it; pages of twelve. */
export const koopPlots = { near: 30, pageSize: 12, title: "Garden plots", credit: "Koop test data" };

const path = "/plots/rest/services/gardens/FeatureServer";
const recorded = join(import.meta.dirname, "koop-answers.json");
const corner = [-72.3632, 41.7394] as const;
const side = 0.0001;

function plots() {
  const plot = (name: string, id: number, [x, y]: readonly [number, number]) => ({
    type: "Feature",
    properties: { OBJECTID: id, name, acres: id / 10 },
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [x, y],
          [x + side, y],
          [x + side, y + side],
          [x, y + side],
          [x, y],
        ],
      ],
    },
  });
  const near = Array.from({ length: koopPlots.near }, (_, at) =>
    plot(`Plot ${at}`, at + 1, [corner[0] + (at % 6) * 2 * side, corner[1] + Math.floor(at / 6) * 2 * side]),
  );
  return [...near, plot("Far", 999, [-70, 40])];
}

/**
 * Starts Koop where `TEST_KOOP` names the folder of its package (`npm i @koopjs/koop-core` in a folder of its own: it brings
 * 700 packages); else a server that repeats what Koop 10.4.19 answered to the same requests.
 */
export async function startKoop(): Promise<KoopServer> {
  const folder = process.env.TEST_KOOP;
  const answer = folder === undefined ? await repeating() : running(folder);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, url: `${origin}${path}`, requests, close };
}

function running(folder: string): RequestListener {
  const Koop = createRequire(join(folder, "package.json"))("@koopjs/koop-core");
  const koop = new Koop({ logLevel: "error" });
  const metadata = {
    ...{ name: koopPlots.title, idField: "OBJECTID" },
    ...{ maxRecordCount: koopPlots.pageSize, copyrightText: koopPlots.credit },
  };
  class Model {
    async getData() {
      return { type: "FeatureCollection", features: plots(), metadata };
    }
  }
  koop.register({ type: "provider", name: "plots", version: "1.0.0", hosts: false, Model });
  return koop.server;
}

/** By the path and the first feature of a page. */
const keyOf = (url: URL) => `${url.pathname.slice(path.length)} ${url.searchParams.get("resultOffset") ?? ""}`.trim();

async function repeating(): Promise<RequestListener> {
  const answers: Readonly<Record<string, unknown>> = JSON.parse(await readFile(recorded, "utf8"));
  return (request, response) => {
    const answer = answers[keyOf(new URL(request.url ?? "", "http://koop.test"))];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  };
}
