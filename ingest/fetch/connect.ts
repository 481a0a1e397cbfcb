import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP, type LookupFunction, connect as openSocket, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import { FetchFailed } from "./errors.ts";
import { isPublicAddress, isSameAddress } from "./public-address.ts";
import type { FetchTarget } from "./target.ts";

/** The network as the fetcher uses it; tests put another in its place. */
export interface FetchNetwork {
  /** Gives every address of a host name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Begins a connection; a host name must be looked up with the function given, and with nothing else. */
  connect(options: { readonly host: string; readonly port: number; readonly lookup: LookupFunction }): Socket;
}

/** The network of the machine. */
export const machineNetwork: FetchNetwork = {
  resolve: async (host) => (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address),
  connect: (options) => openSocket({ ...options, autoSelectFamily: true }),
};

/**
 * Opens a connection to a target, with TLS when it is https. Every address of the host is checked before the first
 * packet is sent, the connection goes to those addresses whatever the name resolves to by then, and nothing is written
 * to it before the other end is known to be one of them.
 *
 * @throws FetchFailed fetch.not-public, fetch.unresolved, fetch.unreachable, fetch.tls; the signal's reason
 */
export async function connectTo(target: FetchTarget, network: FetchNetwork, signal: AbortSignal): Promise<Socket> {
  const addresses = await checkedAddresses(target, network, signal);
  const { host, port } = target;
  const socket = network.connect({ host, port, lookup: lookupAmong(addresses) });
  // A connection that breaks after it has been given away is its new owner's to notice.
  socket.on("error", () => undefined);
  try {
    await once(socket, "connect", { signal });
    const peer = socket.remoteAddress ?? "";
    if (!addresses.some((address) => isSameAddress(address, peer))) {
      throw new FetchFailed("fetch.not-public", {
        internal: `connected to ${peer} instead of ${addresses.join(", ")}`,
      });
    }
    return target.url.protocol === "https:" ? await secured(socket, host, signal) : socket;
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    if (cause instanceof FetchFailed) throw cause;
    throw new FetchFailed("fetch.unreachable", { cause, internal: String(cause) });
  }
}

async function checkedAddresses(
  { host, isAllowed }: FetchTarget,
  network: FetchNetwork,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolved(host, network, signal);
  const hidden = isAllowed ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (hidden === undefined) return addresses;
  throw new FetchFailed("fetch.not-public", { internal: `${host} is ${hidden}` });
}

async function resolved(host: string, network: FetchNetwork, signal: AbortSignal): Promise<readonly string[]> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    const addresses = await Promise.race([network.resolve(host), aborted]);
    if (addresses.length > 0) return addresses;
    throw new FetchFailed("fetch.unresolved", { internal: `${host} has no address` });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof FetchFailed) throw cause;
    // A resolver that does not answer is a broken connection, not an unknown name.
    const code = /EAI_AGAIN|ETIMEOUT|ECONNREFUSED/.test(String(cause)) ? "fetch.unreachable" : "fetch.unresolved";
    throw new FetchFailed(code, { cause, internal: String(cause) });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Makes a lookup that knows these addresses only. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, answer) => {
    const [first] = known;
    if (options.all) answer(null, known);
    else answer(first ? null : new Error("no address"), first?.address ?? "", first?.family);
  };
}

/** Speaks TLS over a connection, with the name of the host as what the certificate must be for. */
async function secured(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const secure = openTls({
    socket,
    host,
    servername: isIP(host) ? "" : host,
    ALPNProtocols: ["http/1.1"],
    // Said here, because a variable of the environment could turn the default off.
    rejectUnauthorized: true,
  });
  secure.on("error", () => undefined);
  try {
    await once(secure, "secureConnect", { signal });
    return secure;
  } catch (cause) {
    secure.destroy();
    signal.throwIfAborted();
    const isBroken = /ECONNRESET|ETIMEDOUT|EPIPE/.test(codeOf(cause));
    throw new FetchFailed(isBroken ? "fetch.unreachable" : "fetch.tls", { cause, internal: String(cause) });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
