import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Gives the address a request comes from: of the connection itself, or what proxies we trust say of it. */
export type FindClient = (peer: string, headers: Headers) => string;

/** The address of the connection: nobody is trusted to name another. */
export const clientIsPeer: FindClient = (peer) => peer;

/**
 * Gives the part of a network that a text names: a block such as `10.0.0.0/8` or `2001:db8::/32`, or one address.
 * Undefined when it names none.
 */
export function readAddressBlock(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (isIP(text) !== 0) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  const [address = "", ...bits] = text.split("/");
  if (bits.length !== 1 || !/^\d+$/.test(bits[0] ?? "") || isIP(address) === 0) return undefined;
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/**
 * Makes the function that finds a request's client behind proxies. Where the connection comes from a trusted proxy, the
 * client is the right-most address of `X-Forwarded-For` that is not itself a trusted proxy: everything left of it was
 * written by somebody whom nobody vouches for. An entry that is no address ends the chain at the proxy that wrote it.
 *
 * blocks  networks of the trusted proxies, as `readAddressBlock` reads them; with none, nobody is trusted
 */
export function clientBehind(blocks: readonly string[]): FindClient {
  const trusted = blocks.flatMap((text) => {
    const block = readAddressBlock(text);
    return block === undefined ? [] : [block];
  });
  if (trusted.length === 0) return clientIsPeer;
  const isTrusted = (address: string) => {
    const parsed = ipaddr.process(address);
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
  return (peer, headers) => {
    let client = peer.replace(/%.*$/, "");
    if (isIP(client) === 0) return peer;
    const entries = (headers.get("x-forwarded-for") ?? "").split(",").reverse();
    for (const entry of entries) {
      if (!isTrusted(client)) break;
      const named = addressIn(entry.trim());
      if (named === undefined) break;
      client = named;
    }
    return client;
  };
}

/** Gives the address of an entry, which some proxies write with a port; undefined when it is none. */
function addressIn(entry: string): string | undefined {
  if (entry.length > 60) return undefined;
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 || bare.includes("%") ? undefined : bare;
}
