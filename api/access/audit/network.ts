import { isIPv4, isIPv6 } from "node:net";

/**
 * Gives the network of an address for the record: the first 24 bits of an IPv4 address, the first 48 of an IPv6 one,
 * enough to tell a strange place from a known one without keeping where a person is.
 *
 * Shape   `203.0.113.0/24`, `2001:db8:1::/48`; null when the text is no address
 */
export function networkOf(address: string): string | null {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (four !== undefined && isIPv4(four)) return `${four.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  const shortened = groups.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${shortened.join(":")}::/48`;
}
