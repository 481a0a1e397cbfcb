import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Tells whether an IP address, without brackets, is one of the public internet. IPv4 must be ordinary unicast; IPv6 must
 * be that too and lie in the only block given out for it, 2000::/3. Addresses that carry an IPv4 address inside (mapped,
 * 6to4, Teredo, NAT64) are refused, whatever they carry: a relay would take them where this check cannot see.
 *
 * @see IANA special-purpose address registries; RFC 4291, section 2.4
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Tells whether two texts are the same IP address; an IPv4 address mapped into IPv6 is the IPv4 address. */
export function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}
