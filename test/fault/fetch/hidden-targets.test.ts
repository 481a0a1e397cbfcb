import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SafeFetchOptions } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { atOnce, brokenSocket, failureOf } from "./failing-fetch.ts";

const somewherePublic = "93.184.216.34";

/** A site on loopback that nobody may reach, and one beside it that may be reached and leads wherever `leadsTo` says. */
let hidden: CountingSite;
let allowed: CountingSite;
let leadsTo: string;
let options: SafeFetchOptions;

beforeAll(async () => {
  hidden = await startCountingSite((_, response) => response.end("secret"));
  allowed = await startCountingSite((_, response) => {
    // Written as hosts write it: UTF-8, one byte to a character.
    const location = Buffer.from(leadsTo, "utf8").toString("latin1");
    response.writeHead(302, { location }).end();
  });
});
afterAll(async () => {
  await hidden.close();
  await allowed.close();
});
beforeEach(() => {
  // The port is not what keeps anybody out here.
  options = { allowOrigins: [allowed.origin], allowPorts: [hidden.port] };
});

const resolvesTo = (...addresses: string[]): SafeFetchOptions => ({
  ...options,
  network: { resolve: async () => addresses },
});

/** Every way to write the address of the hidden site. */
const spellings: readonly (readonly [string, string])[] = [
  ["its address", "127.0.0.1"],
  ["its name", "localhost"],
  ["its name with a dot", "localhost."],
  ["another address of loopback", "127.255.0.1"],
  ["the address of nothing", "0.0.0.0"],
  ["one number", "2130706433"],
  ["one number in hexadecimal", "0x7f000001"],
  ["one number in octal", "017700000001"],
  ["parts in octal", "0177.0.0.01"],
  ["parts in hexadecimal", "0x7f.0x0.0x0.0x1"],
  ["two parts", "127.1"],
  ["full-width digits", "１２７.０.０.１"],
  ["digits in circles", "①②⑦.⓪.⓪.①"],
  ["IPv6", "[::1]"],
  ["IPv6 at length", "[0:0:0:0:0:0:0:1]"],
  ["the address of nothing in IPv6", "[::]"],
  ["an IPv6 address that maps it", "[::ffff:127.0.0.1]"],
  ["an IPv6 address that maps it in hexadecimal", "[::ffff:7f00:1]"],
  ["an IPv4-compatible IPv6 address", "[::7f00:1]"],
  ["NAT64", "[64:ff9b::7f00:1]"],
  ["6to4", "[2002:7f00:1::]"],
];

describe("a site that is not public is not reached, and sees no connection,", () => {
  it.each(spellings)("when the address writes it as %s: %s", async (_, host) => {
    const { code } = await failureOf(`http://${host}:${hidden.port}/`, options);
    expect([code, hidden.connections()]).toEqual(["fetch.not-public", 0]);
  });

  it.each(spellings)("when a redirect writes it as %s: %s", async (_, host) => {
    leadsTo = `http://${host}:${hidden.port}/`;
    const { code } = await failureOf(allowed.origin, options);
    expect([code, hidden.connections()]).toEqual(["fetch.not-public", 0]);
  });

  it.each([
    ["private", ["10.0.0.7"]],
    ["its own", ["127.0.0.1"]],
    ["the metadata of a cloud", ["169.254.169.254"]],
    ["a link in IPv6", ["fe80::1"]],
    ["public, and one that is private", [somewherePublic, "127.0.0.1"]],
    ["private, and one that is public", ["::1", "2606:4700:4700::1111"]],
    ["no address", ["127.0.0.1.example"]],
  ])("when a name has an address that is %s", async (_, addresses) => {
    const { code } = await failureOf(`http://town.example:${hidden.port}/`, resolvesTo(...addresses));
    expect([code, hidden.connections()]).toEqual(["fetch.not-public", 0]);
  });

  it("when its own origin is refused although it is allowed", async () => {
    const policy = { allowOrigins: [hidden.origin], ownOrigins: [hidden.origin] };
    const { code } = await failureOf(`${hidden.origin}/v1/projects`, policy);
    expect([code, hidden.connections()]).toEqual(["fetch.own-host", 0]);
  });

  it.each([
    ["file:///etc/passwd", "fetch.bad-url"],
    ["gopher://127.0.0.1/_GET", "fetch.bad-url"],
    ["http://user:secret@town.example/", "fetch.bad-url"],
    ["javascript:alert(1)", "fetch.bad-url"],
    ["http://town.example:22/", "fetch.bad-url"],
  ])("when a redirect leads to %s", async (location, expected) => {
    leadsTo = location;
    expect((await failureOf(allowed.origin, options)).code).toBe(expected);
  });
});

/** Starts a site on 127.0.0.2 that has nothing, and one on 127.0.0.1 with the same port, which has to be free there too. */
async function startPair(): Promise<[CountingSite, CountingSite]> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await startCountingSite((_, response) => response.writeHead(404).end(), { host: "127.0.0.2" });
    try {
      return [first, await startCountingSite((_, response) => response.end(), { port: first.port })];
    } catch (error) {
      await first.close();
      if (attempt === 10) throw error;
    }
  }
}

describe("a name that changes its address between the check and the connection", () => {
  it("leads nowhere but to the address that was checked", async () => {
    const answers = [[somewherePublic], ["127.0.0.1"]];
    let asked = 0;
    const lookedUp: unknown[] = [];
    const network: SafeFetchOptions["network"] = {
      resolve: async () => answers[Math.min(asked++, 1)] ?? [],
      connect: ({ host, lookup }) => {
        // What a socket does with its lookup, as often and in whichever form it likes.
        for (const all of [true, false, true]) lookup(host, { all }, (_, found) => lookedUp.push(found));
        return brokenSocket();
      },
    };
    const { code } = await failureOf(`http://town.example:${hidden.port}/`, { ...options, network });
    expect([code, asked, hidden.connections()]).toEqual(["fetch.unreachable", 1, 0]);
    const pinned = [{ address: somewherePublic, family: 4 }];
    expect(lookedUp).toEqual([pinned, somewherePublic, pinned]);
  });

  it("is checked again before each further attempt", async () => {
    const answers = [[somewherePublic], ["127.0.0.1"]];
    let asked = 0;
    const network = { resolve: async () => answers[asked++] ?? [], connect: brokenSocket };
    const failure = await failureOf(`http://town.example:${hidden.port}/`, {
      ...options,
      network,
      wait: atOnce,
      limits: { maxRetries: 2 },
    });
    expect([failure.code, asked, hidden.connections()]).toEqual(["fetch.not-public", 2, 0]);
  });

  it("stays with the server it was checked for, which another one on the same port does not see", async () => {
    const [first, second] = await startPair();
    const origin = `http://town.example:${first.port}`;
    let asked = 0;
    const resolve = async () => [asked++ === 0 ? "127.0.0.2" : "127.0.0.1"];
    expect((await failureOf(origin, { allowOrigins: [origin], network: { resolve } })).status).toBe(404);
    expect([first.connections(), second.connections(), asked]).toEqual([1, 0, 1]);
    await first.close();
    await second.close();
  });

  it("is found out by the other end of the connection, and nothing is asked on it", async () => {
    const astray = await startCountingSite((_, response) => response.end("secret"));
    const network = { resolve: async () => [somewherePublic], connect: () => connect(astray.port, "127.0.0.1") };
    const { code } = await failureOf("http://town.example/", { network });
    expect([code, astray.requests]).toEqual(["fetch.not-public", []]);
    await astray.close();
  });
});

describe("a refusal", () => {
  it("tells its caller nothing of the network behind the service", async () => {
    const failure = await failureOf("http://town.example/", resolvesTo("10.11.12.13"));
    expect(failure.internal).toContain("10.11.12.13");
    expect(failure.message).not.toContain("10.11.12.13");
    expect(failure.message).not.toContain("town.example");
  });
});
