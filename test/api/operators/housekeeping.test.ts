import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Statement, sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService, restartComposedService } from "../../support/composed-service.ts";
import { madeStatement } from "../../support/made-statement.ts";

let app: ComposedService;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

/** A row that housekeeping is to delete, and its like that is to stay, under the names `old` and `young`. */
interface Swept {
  readonly what: string;
  readonly table: string;
  /** The column that the name stands in. */
  readonly column: string;
  readonly plant: (name: "old" | "young", ids: { orgId: string; ownerId: string; keyId: string }) => Statement;
}

const secret = () => randomBytes(32);
const ago = (name: "old" | "young", old: string) => sql`now() - ${name === "old" ? old : "1 minute"}::interval`;

const swept: readonly Swept[] = [
  {
    what: "idempotency keys after a day",
    table: "idempotency_claim",
    column: "key",
    plant: (name, { keyId }) => sql`-- plant_claim
      insert into idempotency_claim (credential_id, method, path, key, fingerprint, state, lease_until, created_at)
      values (${keyId}, 'POST', '/v1/projects', ${name}, ${secret()}, 'done', now(), ${ago(name, "25 hours")})`,
  },
  {
    what: "one-time links a day after their end",
    table: "one_time_link",
    column: "target_id",
    plant: (name, { orgId, keyId }) => sql`-- plant_link
      insert into one_time_link (token_hash, direction, org_id, target_id, minted_by, expires_at)
      values (${secret()}, 'download', ${orgId}, ${name}, ${keyId}, ${ago(name, "25 hours")})`,
  },
  {
    what: "invitations and password links a month after their end",
    table: "account_link",
    column: "email",
    plant: (name, { orgId }) => sql`-- plant_account_link
      insert into account_link (id, token_hash, kind, org_id, email, role, expires_at)
      values (${`lnk_z${name}`}, ${secret()}, 'invitation', ${orgId}, ${name}, 'member', ${ago(name, "31 days")})`,
  },
  {
    what: "sessions a month after their end",
    table: "account_session",
    column: "id",
    plant: (name, { orgId, ownerId }) => sql`-- plant_session
      insert into account_session (id, token_hash, user_id, org_id, expires_at)
      values (${name}, ${secret()}, ${ownerId}, ${orgId}, ${ago(name, "31 days")})`,
  },
  {
    what: "failed tries to sign in after two hours",
    table: "sign_in_attempt",
    column: "encode(subject, 'escape')",
    plant: (name) => sql`-- plant_try
      insert into sign_in_attempt (subject, failures, updated_at)
      values (${Buffer.from(name)}, 3, ${ago(name, "3 hours")})`,
  },
  {
    what: "authorization requests at their end",
    table: "oauth_request",
    column: "state",
    plant: (name) => sql`-- plant_request
      insert into oauth_request (request_hash, session_id, client_id, redirect_uri, code_challenge, resource, state, expires_at)
      values (${secret()}, 'ses', 'cli_swept', 'https://a.example', 'c', 'r', ${name},
        ${name === "old" ? sql`now() - interval '1 second'` : sql`now() + interval '1 hour'`})`,
  },
  {
    what: "authorization codes a day after their end",
    table: "oauth_code",
    column: "redirect_uri",
    plant: (name, { orgId, ownerId }) => sql`-- plant_code
      insert into oauth_code (code_hash, client_id, redirect_uri, code_challenge, resource, org_id, user_id, scopes, expires_at)
      values (${secret()}, 'cli_swept', ${name}, 'c', 'r', ${orgId}, ${ownerId}, array['wallet:read'], ${ago(name, "25 hours")})`,
  },
  {
    what: "tokens at their end",
    table: "oauth_token",
    column: "resource",
    plant: (name) => sql`-- plant_token
      insert into oauth_token (token_hash, kind, connection_id, resource, expires_at)
      values (${secret()}, 'access', 'con_swept', ${name},
        ${name === "old" ? sql`now() - interval '1 second'` : sql`now() + interval '1 hour'`})`,
  },
  {
    what: "clients that nobody connected for a month",
    table: "oauth_client",
    column: "id",
    plant: (name) => sql`-- plant_client
      insert into oauth_client (id, name, redirect_uris, created_at)
      values (${name}, 'a client', array['https://a.example'], ${ago(name, "31 days")})`,
  },
  {
    what: "pauses of the audit log at their end",
    table: "audit_pause",
    column: "subject",
    plant: (name) => sql`-- plant_pause
      insert into audit_pause (subject, until)
      values (${name}, ${name === "old" ? sql`now() - interval '1 second'` : sql`now() + interval '1 hour'`})`,
  },
  {
    what: "networks that a credential has not come from for a year",
    table: "credential_network",
    column: "network",
    plant: (name, { keyId }) => sql`-- plant_network
      insert into credential_network (credential_id, network, last_seen_at)
      values (${keyId}, ${name}, ${ago(name, "366 days")})`,
  },
  {
    what: "jobs that nobody asks about, a month after their end",
    table: "background_job",
    column: "id",
    plant: (name) => sql`-- plant_job
      insert into background_job (id, name, payload, max_attempts, state, finished_at)
      values (${name}, 'agent-turn', '{}', 1, 'succeeded', ${ago(name, "31 days")})`,
  },
];

it("housekeeping deletes what has had its time, in every table that grows by itself, and nothing younger", async () => {
  const { db } = app.services;
  const { orgId, ownerId, owner } = app.organization;
  await db.query(sql`-- plant_connected_client
    insert into oauth_client (id, name, redirect_uris) values ('cli_swept', 'a client', array['https://a.example'])`);
  await db.query(sql`-- plant_connection
    insert into connection (id, org_id, user_id, client_id, scopes, expires_at)
    values ('con_swept', ${orgId}, ${ownerId}, 'cli_swept', array['wallet:read'], now() + interval '1 day')`);
  // By the first link of all a store is known to have been set up.
  await db.query(sql`-- plant_first_link
    insert into account_link (id, token_hash, kind, org_id, email, role, expires_at)
    values ('lnk_first', ${secret()}, 'invitation', ${orgId}, 'first', 'member', now() - interval '90 days')`);
  const ids = { orgId, ownerId, keyId: owner.credentialId };
  for (const { plant } of swept) for (const name of ["old", "young"] as const) await db.query(plant(name, ids));

  // Every start begins with a round of the chores.
  app = await restartComposedService(app, {});
  const left = async () => {
    const found: Record<string, string[]> = {};
    for (const { what, table, column } of swept) {
      const rows = await app.services.db.query<{ name: string }>(
        madeStatement(`select ${column} as name from ${table} where ${column} in ('old', 'young') order by 1`),
      );
      found[what] = rows.map((row) => row.name);
    }
    return found;
  };
  const wanted = Object.fromEntries(swept.map(({ what }) => [what, ["young"]]));
  await expect.poll(left, { interval: 200 }).toEqual(wanted);
  const first = await app.services.db.query(sql`-- first_link
    select id from account_link where id = 'lnk_first'`);
  expect(first).toHaveLength(1);
});
