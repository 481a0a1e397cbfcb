import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeApiKeys } from "../../../api/access/api-keys/api-keys.service.ts";
import { makeKeySecret } from "../../../api/access/api-keys/key-secret.ts";
import { makeConnections } from "../../../api/access/connections/connections.service.ts";
import { sql } from "../../../migrations/index.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestApp,
  type TestOrganization,
  type TestServices,
} from "../../support/http.ts";

/** What a refusal costs: were one kind of wrong secret cheaper than another, its sender could tell them apart. */
interface Steps {
  readonly statements: readonly string[];
  readonly hashes: number;
  readonly comparisons: number;
}

let services: TestServices;
let organization: TestOrganization;
let test: TestApp;
let statements: string[] = [];
let authenticateToken: (token: string) => Promise<unknown>;
beforeAll(async () => {
  for (const made of ["createHash", "hash", "timingSafeEqual"] as const) vi.spyOn(crypto, made);
  syncBuiltinESMExports();
  services = await openTestServices();
  organization = await makeTestOrganization(services, "Timed");
  const db = {
    ...services.db,
    query: <Row extends object>(statement: Parameters<typeof services.db.query>[0]) => {
      statements.push(/^-- (\w+)/.exec(statement.text)?.[1] ?? statement.text);
      return services.db.query<Row>(statement);
    },
  };
  const apiKeys = makeApiKeys({ db, revokeLinksMintedBy: async () => {} });
  const connections = makeConnections({ db, revokeLinksMintedBy: async () => {} });
  authenticateToken = connections.authenticate;
  test = makeTestApp({ ...services, apiKeys });
});
afterAll(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await services.close();
});
beforeEach(() => {
  statements = [];
});

const mint = async (terms: { revoked?: boolean; expired?: boolean } = {}) => {
  const { orgId, ownerId: createdBy } = organization;
  const { key, row } = await services.apiKeys.mint({ orgId, createdBy, name: "timed" });
  if (terms.revoked) await services.apiKeys.revoke(row.id);
  if (terms.expired) {
    await services.db.query(sql`-- expire_key
      update api_key set expires_at = now() - interval '1 second' where id = ${row.id}`);
  }
  return key;
};
const changedAt = (secret: string, place: number) =>
  `${secret.slice(0, place)}${secret[place] === "a" ? "b" : "a"}${secret.slice(place + 1)}`;

/** Both ways to make a hash are counted. */
const hashesMade = () => vi.mocked(crypto.createHash).mock.calls.length + vi.mocked(crypto.hash).mock.calls.length;
const forgetHashes = () => {
  vi.mocked(crypto.createHash).mockClear();
  vi.mocked(crypto.hash).mockClear();
};

/** Presents a secret over HTTP and gives the answer together with the steps that it took. */
async function present(secret: string) {
  statements = [];
  forgetHashes();
  vi.mocked(crypto.timingSafeEqual).mockClear();
  const answer = await test.call("GET", "/v1/wallet", { key: secret });
  const steps: Steps = {
    statements,
    hashes: hashesMade(),
    comparisons: vi.mocked(crypto.timingSafeEqual).mock.calls.length,
  };
  const { request_id: _, ...body } = answer.json;
  const { "x-request-id": __, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, body, headers, steps };
}

const once: Steps = { statements: ["find_key_by_secret_hash"], hashes: 1, comparisons: 1 };

describe("a secret that opens nothing", () => {
  const kinds: readonly [string, () => Promise<string>][] = [
    ["is well formed and nobody's", async () => makeKeySecret()],
    ["resembles a live key but for its first random character", async () => changedAt(await mint(), 8)],
    ["resembles a live key but for its last random character", async () => changedAt(await mint(), 50)],
    ["resembles a live key but for its checksum", async () => changedAt(await mint(), 55)],
    ["is a live key cut short", async () => (await mint()).slice(0, -1)],
    ["is a live key with something behind it", async () => `${await mint()}x`],
    ["resembles a revoked key", async () => changedAt(await mint({ revoked: true }), 20)],
    ["has another prefix", async () => (await mint()).replace("gw_live_", "gw_test_")],
    ["is one character", async () => "x"],
    ["is ten thousand characters", async () => "x".repeat(10_000)],
  ];
  it.each(kinds)("and %s, is refused by the same steps and in the same words", async (_, make) => {
    const unknown = await present(makeKeySecret());
    const refused = await present(await make());
    expect(refused).toEqual(unknown);
    expect(refused).toMatchObject({ status: 401, body: { code: "invalid_credential" }, steps: once });
  });
});

describe("the right secret of a dead key", () => {
  it.each([
    ["revoked", "key_revoked"],
    ["expired", "key_expired"],
  ] as const)("that is %s takes the same steps; only its holder is told what became of it", async (state, code) => {
    const { status, body, steps } = await present(await mint({ [state]: true }));
    expect({ status, code: body.code, steps }).toEqual({ status: 401, code, steps: once });
  });
});

it("the right secret of a live key is found by the same steps, and then its use is noted", async () => {
  const key = await mint();
  const { status, steps } = await present(key);
  expect(status).toBe(200);
  expect(steps.statements.slice(0, 2)).toEqual(["find_key_by_secret_hash", "touch_key"]);
  expect([steps.hashes, steps.comparisons]).toEqual([1, 1]);
});

it("an access token that opens nothing is looked up by one statement and one hash, whatever it looks like", async () => {
  for (const token of ["gw_at_unknown", "x", "x".repeat(10_000), makeKeySecret()]) {
    statements = [];
    forgetHashes();
    expect(await authenticateToken(token)).toBeUndefined();
    expect([statements.length, hashesMade()]).toEqual([1, 1]);
  }
});
