import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress, isSameAddress } from "../../../../ingest/fetch/public-address.ts";

const hidden: readonly (readonly [string, string])[] = [
  ["this network", "0.0.0.0"],
  ["a private network", "10.1.2.3"],
  ["a carrier's network", "100.64.0.1"],
  ["loopback", "127.0.0.1"],
  ["the far end of loopback", "127.255.255.254"],
  ["a link", "169.254.1.1"],
  ["the metadata of a cloud", "169.254.169.254"],
  ["a private network of sixteen", "172.31.255.255"],
  ["protocol assignments", "192.0.0.1"],
  ["documentation", "192.0.2.1"],
  ["a relay of 6to4", "192.88.99.1"],
  ["a home", "192.168.1.1"],
  ["a benchmark", "198.18.0.1"],
  ["more documentation", "203.0.113.1"],
  ["a group", "224.0.0.1"],
  ["what is reserved", "250.0.0.1"],
  ["everybody on the link", "255.255.255.255"],
  ["nothing, in IPv6", "::"],
  ["loopback, in IPv6", "::1"],
  ["loopback as an IPv4-compatible address", "::7f00:1"],
  ["loopback, mapped", "::ffff:127.0.0.1"],
  ["loopback, mapped in hexadecimal", "::ffff:7f00:1"],
  ["loopback, translated", "::ffff:0:127.0.0.1"],
  ["loopback through NAT64", "64:ff9b::127.0.0.1"],
  ["loopback through a local NAT64", "64:ff9b:1::127.0.0.1"],
  ["loopback through 6to4", "2002:7f00:1::"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["a site of one's own", "fd00:ec2::254"],
  ["a link, in IPv6", "fe80::1"],
  ["a site, as it was once written", "fec0::1"],
  ["a group, in IPv6", "ff02::1"],
  ["documentation, in IPv6", "2001:db8::1"],
  ["newer documentation, in IPv6", "3fff::1"],
  ["what goes nowhere", "100::1"],
  ["a block not given out", "4000::1"],
  ["an address with a zone", "fe80::1%eth0"],
  ["no address", "localhost"],
  ["nothing at all", ""],
];

describe("an address is not public when it is that of", () => {
  it.each(hidden)("%s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("an address is public", () => {
  it.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])(
    "when it is ordinary: %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it("never when an IPv6 address carries an IPv4 address, whichever it is", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const hex = (high: number, low: number) => (high * 256 + low).toString(16);
        const [front, back] = [hex(a, b), hex(c, d)];
        for (const carrier of [
          `::${front}:${back}`,
          `::ffff:${front}:${back}`,
          `::ffff:0:${front}:${back}`,
          `64:ff9b::${front}:${back}`,
          `2002:${front}:${back}::1`,
          `2001:0:${front}:${back}::1`,
        ]) {
          expect(isPublicAddress(carrier), carrier).toBe(false);
        }
      }),
    );
  });
});

describe("two texts are the same address", () => {
  it("however it is written, and also when IPv4 is mapped into IPv6", () => {
    expect(isSameAddress("127.0.0.1", "::ffff:127.0.0.1")).toBe(true);
    expect(isSameAddress("2606:4700::1", "2606:4700:0:0:0:0:0:1")).toBe(true);
    expect(isSameAddress("127.0.0.1", "127.0.0.2")).toBe(false);
    expect(isSameAddress("127.0.0.1", "")).toBe(false);
  });
});
