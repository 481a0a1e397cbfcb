import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openServer, sql } from "../../migrations/index.ts";

const serverUrl = process.env.TEST_DATABASE_URL;

/** A road to the server that can be closed and opened again. */
interface Road {
  readonly url: string;
  close(): Promise<void>;
  open(): Promise<void>;
}

let road: Road;
let db: Database;

async function makeRoad(target: URL): Promise<Road> {
  const travellers = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const onward = connect(Number(target.port || 5432), target.hostname);
    for (const one of [socket, onward]) {
      travellers.add(one);
      one.on("error", () => {});
      one.on("close", () => travellers.delete(one));
    }
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async close() {
      server.close();
      for (const one of travellers) one.destroy();
      await new Promise((resolve) => setImmediate(resolve));
    },
    async open() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}

describe.runIf(serverUrl)("a database server that is lost", () => {
  beforeEach(async () => {
    road = await makeRoad(new URL(serverUrl ?? ""));
    db = openServer({ connectionString: road.url, onIdleError: () => {} });
  });
  afterEach(async () => {
    await db.close();
    await road.close();
  });

  const one = () =>
    db.query<{ one: number }>(sql`-- ask_one
    select 1 as one`);

  it("is told as unavailable, by statements and transactions, and is there again once it can be reached", async () => {
    expect(await one()).toEqual([{ one: 1 }]);
    await road.close();
    await expect(one()).rejects.toMatchObject({ code: "database.unavailable" });
    await expect(db.transaction(one)).rejects.toMatchObject({ code: "database.unavailable" });
    await road.open();
    expect(await db.transaction(one)).toEqual([{ one: 1 }]);
  });

  it("keeps the cause for the log, and nothing of it in its message", async () => {
    await road.close();
    const error = await one().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "the database server cannot be reached" });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});
