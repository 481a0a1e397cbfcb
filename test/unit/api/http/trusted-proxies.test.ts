import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientBehind, readAddressBlock } from "../../../../api/http/trusted-proxies.ts";

const forwarded = (...lines: string[]) => {
  const headers = new Headers();
  for (const line of lines) headers.append("x-forwarded-for", line);
  return headers;
};

describe("the client behind proxies", () => {
  const client = clientBehind(["10.0.0.0/8", "192.0.2.9", "2001:db8:ffff::/48"]);

  it("is the connection's own address when that is no trusted proxy, whatever the request claims", () => {
    expect(client("203.0.113.7", forwarded("198.51.100.1"))).toBe("203.0.113.7");
    expect(client("203.0.113.7", forwarded("198.51.100.1, 10.0.0.1"))).toBe("203.0.113.7");
    expect(client("2001:db8::1", forwarded("198.51.100.1"))).toBe("2001:db8::1");
  });

  it("is nobody else's word while no proxy is trusted", () => {
    expect(clientBehind([])("10.0.0.1", forwarded("198.51.100.1"))).toBe("10.0.0.1");
  });

  it("is what a trusted proxy wrote last", () => {
    expect(client("10.1.2.3", forwarded("198.51.100.1"))).toBe("198.51.100.1");
    expect(client("::ffff:10.1.2.3", forwarded("198.51.100.1"))).toBe("198.51.100.1");
    expect(client("2001:db8:ffff::5", forwarded("2001:db8:1::7"))).toBe("2001:db8:1::7");
    expect(client("10.1.2.3", forwarded())).toBe("10.1.2.3");
  });

  it("is not what the client itself wrote before that", () => {
    expect(client("10.1.2.3", forwarded("127.0.0.1, 198.51.100.1"))).toBe("198.51.100.1");
    expect(client("10.1.2.3", forwarded("1.1.1.1, 10.9.9.9, 198.51.100.1"))).toBe("198.51.100.1");
    expect(client("10.1.2.3", forwarded("1.1.1.1", "198.51.100.1"))).toBe("198.51.100.1");
  });

  it("stands before the first of a chain of trusted proxies", () => {
    expect(client("10.1.2.3", forwarded("1.1.1.1, 198.51.100.1, 192.0.2.9, 10.0.0.2"))).toBe("198.51.100.1");
    expect(client("10.1.2.3", forwarded("10.0.0.7, 10.0.0.2"))).toBe("10.0.0.7");
  });

  it("is the proxy that wrote something else than an address", () => {
    for (const entry of ["unknown", "", "_hidden", "198.51.100.1.5", "0x7f000001", "010.1.1.1", "1".repeat(9_000)]) {
      expect(client("10.1.2.3", forwarded(`198.51.100.1, ${entry}`))).toBe("10.1.2.3");
      expect(client("10.1.2.3", forwarded(`${entry}, 10.0.0.2`))).toBe("10.0.0.2");
    }
  });

  it("may be written with its port", () => {
    expect(client("10.1.2.3", forwarded("198.51.100.1:40123"))).toBe("198.51.100.1");
    expect(client("10.1.2.3", forwarded("[2001:db8:1::7]:443"))).toBe("2001:db8:1::7");
  });

  it("does not depend on what stands left of the first address that is not trusted", () => {
    const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[ -~]{0,30}$/));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (before) => {
        const line = [...before, "198.51.100.1", "10.0.0.2"].join(", ");
        expect(client("10.1.2.3", forwarded(line))).toBe("198.51.100.1");
      }),
    );
  });
});

describe("a block of addresses", () => {
  it.each(["10.0.0.0/8", "192.0.2.9", "::1", "2001:db8::/32", "::ffff:192.0.2.9"])("is read from %s", (text) => {
    expect(readAddressBlock(text)).toBeDefined();
  });

  it.each(["", "*", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0/8", "10.0.0.0/8/8", "::/129", "012.0.0.1"])(
    "is not read from %j",
    (text) => {
      expect(readAddressBlock(text)).toBeUndefined();
    },
  );
});
