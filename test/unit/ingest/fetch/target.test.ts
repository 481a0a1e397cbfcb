import { describe, expect, it } from "vitest";
import { type FetchPolicy, readTarget } from "../../../../ingest/fetch/target.ts";

const refusal = (url: string, policy: FetchPolicy = {}) => {
  try {
    return `${readTarget(url, policy).url.href} was accepted`;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe("an address to fetch", () => {
  it.each([
    ["nothing", ""],
    ["no URL", "example.com/code.pdf"],
    ["a file", "file:///etc/passwd"],
    ["gopher", "gopher://example.com/1"],
    ["ftp", "ftp://example.com/code.pdf"],
    ["data", "data:text/plain,x"],
    ["a script", "javascript:alert(1)"],
    ["a user name", "http://user@example.com/"],
    ["a user name and password", "https://user:secret@example.com/"],
    ["another host for a user name", "https://example.com@evil.example/"],
    ["a password alone", "https://:secret@example.com/"],
    ["a line break", "http://example.com/\r\nHost: evil.example"],
    ["a NUL", "http://example.com/\0"],
    ["a tab within the scheme", "ht\ttp://example.com/"],
    ["the port of a mail server", "http://example.com:25/"],
    ["the port of a database", "http://example.com:5432/"],
    ["a port that is none", "http://example.com:99999/"],
    ["an IPv4 address that is none", "http://256.1.1.1/"],
    ["an IPv6 address with a zone", "http://[fe80::1%25eth0]/"],
    ["2,001 characters", `http://example.com/${"a".repeat(1_982)}`],
    ["2,000 characters that grow when they are encoded", `http://example.com/${"ä".repeat(1_000)}`],
  ])("is refused when it is or holds %s", (_, url) => {
    expect(refusal(url)).toBe("fetch.bad-url");
  });

  it.each([
    ["decimal", "http://2130706433/"],
    ["hexadecimal", "http://0x7f000001/"],
    ["octal", "http://017700000001/"],
    ["octal parts", "http://0177.0.0.01/"],
    ["mixed parts", "http://0x7f.1/"],
    ["short", "http://127.1/"],
    ["full-width digits", "http://１２７.０.０.１/"],
    ["a dot at the end", "http://127.0.0.1./"],
    ["percent-encoded", "http://127%2e0%2e0%2e1/"],
  ])("has its host in the usual form when that is an IPv4 address in %s", (_, url) => {
    expect(readTarget(url, {}).host).toBe("127.0.0.1");
  });

  it("loses its fragment, the brackets of its host and the dot after a name", () => {
    expect(readTarget("https://Example.COM./a?b#c", {})).toMatchObject({ host: "example.com", port: 443 });
    expect(readTarget("https://Example.COM./a?b#c", {}).url.href).toBe("https://example.com/a?b");
    expect(readTarget("http://[::ffff:7f00:1]/", {})).toMatchObject({ host: "::ffff:7f00:1", port: 80 });
  });

  it("may name the other ordinary port, and others when they are configured", () => {
    expect(readTarget("http://example.com:443/", {}).port).toBe(443);
    expect(readTarget("https://example.com:8443/", { allowPorts: [8443] }).port).toBe(8443);
    expect(refusal("https://example.com:8444/", { allowPorts: [8443] })).toBe("fetch.bad-url");
  });

  it("is allowed by its whole origin: scheme, host and port", () => {
    const policy = { allowOrigins: ["http://localhost:4000/"] };
    expect(readTarget("http://localhost:4000/map?x=1", policy).isAllowed).toBe(true);
    expect(refusal("http://localhost:4001/", policy)).toBe("fetch.bad-url");
    expect(refusal("https://localhost:4000/", policy)).toBe("fetch.bad-url");
    expect(readTarget("http://localhost/", policy).isAllowed).toBe(false);
    expect(readTarget("http://localhost.evil.example/", policy).isAllowed).toBe(false);
  });

  it("is never one of the service itself, except for an allowed origin beside it", () => {
    const policy = { ownOrigins: ["https://groundwork.example", "http://localhost:3000"] };
    for (const url of ["https://groundwork.example/v1", "http://GROUNDWORK.example./", "http://localhost/"]) {
      expect(refusal(url, policy)).toBe("fetch.own-host");
    }
    const allowOrigins = ["http://localhost:4000", "http://localhost:3000"];
    expect(readTarget("http://localhost:4000/", { ...policy, allowOrigins }).isAllowed).toBe(true);
    expect(refusal("http://localhost:3000/", { ...policy, allowOrigins })).toBe("fetch.own-host");
  });
});
