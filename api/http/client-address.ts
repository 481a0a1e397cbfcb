import { isIPv6 } from "node:net";

/**
 * Gives what a per-address limit counts by: an IPv4 address as it is, an IPv6 address by its first 64 bits, because one
 * caller commonly holds all addresses of such a block.
 */
export function addressGroup(address: string): string {
  if (!address.includes(":")) return address.replace(/%.*$/, "").toLowerCase();
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
