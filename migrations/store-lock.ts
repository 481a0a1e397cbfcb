import { createHash } from "node:crypto";
import { chmod, mkdir, realpath, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The embedded store is held by another process that is alive. */
export class StoreHeld extends Error {
  readonly code = "store.held";
  constructor(folder: string) {
    super(`another process holds the store in ${folder}; stop it first, or point DATA_DIR at another folder`);
    this.name = "StoreHeld";
  }
}

/** A held store: nobody else opens it until it is released or this process ends. */
export interface StoreHold {
  /** Serves those who reach the holder instead of opening the store themselves. */
  onConnection(serve: (socket: Socket) => void): void;
  release(): Promise<void>;
}

/** Longest Unix socket path that every platform accepts. */
const longestSocketPath = 100;

/**
 * Holds the embedded store in a folder by listening on a Unix socket there: the socket is the lock, because it stops
 * answering when its process dies, and the channel through which operators reach the holder.
 *
 * @throws StoreHeld when a living process answers on the socket
 */
export async function holdStore(folder: string): Promise<StoreHold> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await socketPath(folder);
  const claim = `${path}.claim`;
  await takeClaim(claim, folder);
  try {
    const holder = await reach(path);
    if (holder) {
      holder.destroy();
      throw new StoreHeld(folder);
    }
    await rm(path, { force: true });
    const server = await listen(path);
    await chmod(path, 0o600);
    return hold(server, path);
  } finally {
    await rm(claim, { recursive: true, force: true });
  }
}

/** Connects to the process that holds the store in a folder; null when nobody does. */
export async function connectToHolder(folder: string): Promise<Socket | null> {
  return reach(await socketPath(folder));
}

function hold(server: Server, path: string): StoreHold {
  const sockets = new Set<Socket>();
  let serve: ((socket: Socket) => void) | undefined;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    if (serve) serve(socket);
    else socket.destroy();
  });
  return {
    onConnection: (handler) => {
      serve = handler;
    },
    release: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(path, { force: true });
    },
  };
}

/**
 * Makes "look whether anybody answers, then listen" one step: two processes that start at once would otherwise both
 * find a dead socket and each remove the other's new one. A claim older than ten seconds was left by a killed process.
 */
async function takeClaim(claim: string, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await mkdir(claim, { mode: 0o700 });
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const age = await stat(claim).then(
        (claimed) => Date.now() - claimed.mtimeMs,
        () => 0,
      );
      if (age > 10_000) await rm(claim, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new StoreHeld(folder);
}

async function socketPath(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => folder);
  const path = join(real, "groundwork.sock");
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `groundwork-${createHash("sha256").update(real).digest("hex").slice(0, 24)}.sock`);
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    // Nobody but the owner may connect, not even between listening and the change of mode.
    const previous = process.umask(0o177);
    server.listen(path, () => {
      server.off("error", reject);
      resolve(server);
    });
    process.umask(previous);
  });
}

function reach(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
  });
}
