import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { principalActor } from "../../../api/access/audit/audit-event.ts";
import { networkOf } from "../../../api/access/audit/network.ts";
import { makeSampledAudit } from "../../../api/access/audit/sampled-audit.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser, type TestBrowser } from "../../support/connector.ts";
import { createReadyProject, initiate, projectBody, put } from "../knowledge/knowledge-app.ts";

let app: ComposedService;
let owner: TestBrowser;
let projectId: string;
beforeAll(async () => {
  app = await openComposedService();
  const { ownerId: userId, orgId: organizationId } = app.organization;
  owner = await openBrowser(app.services, app.service.app, { userId, organizationId });
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

interface Entry {
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly target: string;
  readonly outcome: string;
  readonly network: string | null;
  readonly request_id: string | null;
  readonly details: Record<string, unknown>;
}
const entries = (action: string, target: string) =>
  app.services.db.query<Entry>(sql`-- entries_of_action
    select actor_kind, actor_id, target, outcome, network, request_id, details
    from audit_event
    where action = ${action} and (target = ${target} or actor_id = ${target})
    order by at, id`);
const file = { filename: "plat.md", mimeType: "text/markdown", bytes: "# Lots\n\nEach lot has 60 feet of frontage.\n" };
const mintKey = async (name: string, scopes?: string[]) => {
  const { orgId, ownerId: createdBy } = app.organization;
  const minted = await app.services.apiKeys.mint({ orgId, createdBy, name });
  if (scopes) {
    await app.services.db.query(sql`-- narrow_scopes
      update api_key set scopes = ${scopes} where id = ${minted.row.id}`);
  }
  return { id: minted.row.id, key: minted.key };
};
const storedFile = () =>
  app.service.artifacts.store(
    {
      orgId: app.organization.orgId,
      projectId,
      label: "Map",
      docType: "map",
      filename: "map.pdf",
      mimeType: "application/pdf",
    },
    new Blob(["a map"]).stream(),
  );

describe("the audit of one-time links", () => {
  it("says who made the link of an upload, from where it was used, and that the file was added", async () => {
    const { jobId, link } = await initiate(app, projectId, file);
    await app.call("PUT", link, {
      headers: { "content-type": file.mimeType, "x-request-id": "sent-from-the-field" },
      body: file.bytes,
      address: "198.51.100.77",
    });
    await app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: app.organization.ownerKey, body: {} });
    const { credentialId } = app.organization.owner;
    const details = { direction: "upload", filename: "plat.md" };
    expect(await entries("link-minted", jobId)).toEqual([
      expect.objectContaining({ actor_kind: "key", actor_id: credentialId, network: "203.0.113.0/24", details }),
    ]);
    expect(await entries("link-used", jobId)).toEqual([
      expect.objectContaining({
        actor_kind: "link",
        actor_id: credentialId,
        network: "198.51.100.0/24",
        request_id: "sent-from-the-field",
        details,
      }),
    ]);
    expect(await entries("document-added", projectId)).toEqual([
      expect.objectContaining({ network: "203.0.113.0/24", details: { upload: jobId, filename: "plat.md" } }),
    ]);
  });

  it("says the same of links to files that the service made, whichever way they were asked for", async () => {
    const { id } = await storedFile();
    const { ownerKey: key } = app.organization;
    const first = await app.call("GET", `/v1/projects/${projectId}/artifacts/${id}`, { key });
    await app.call("POST", `/v1/projects/${projectId}/deliverables/${id}/links`, { key });
    expect(await entries("link-minted", id)).toHaveLength(2);
    const path = new URL(String(first.json.download_url)).pathname;
    await app.call("HEAD", path);
    expect(await entries("link-used", id)).toHaveLength(0);
    await app.call("GET", path);
    await app.call("GET", path);
    expect(await entries("link-used", id)).toEqual([
      expect.objectContaining({ details: { direction: "download", filename: "map.pdf" } }),
    ]);
  });

  it("stands or falls with the link: what cannot be recorded is neither made nor used up", async () => {
    const { db } = app.services;
    const { id } = await storedFile();
    const ask = () => app.call("GET", `/v1/projects/${projectId}/artifacts/${id}`, { key: app.organization.ownerKey });
    const path = new URL(String((await ask()).json.download_url)).pathname;
    await db.query(sql`-- refuse_link_entries
      alter table audit_event add constraint no_links check (action not like 'link-%') not valid`);
    const refused = [(await ask()).status, (await app.call("GET", path)).status];
    await db.query(sql`-- allow_link_entries
      alter table audit_event drop constraint no_links`);
    expect(refused).toEqual([500, 500]);
    const links = await db.query(sql`-- links_to_file
      select target_id from one_time_link where target_id = ${id}`);
    expect(links).toHaveLength(1);
    expect((await app.call("GET", path)).status).toBe(200);
  });
});

describe("the audit of refusals for a scope", () => {
  it("keeps one entry an hour for a key and a scope, however many refusals there are", async () => {
    const { id, key } = await mintKey("narrow", ["wallet:read"]);
    const ask = (path: string) => app.call("GET", path, { key });
    for (let times = 0; times < 20; times++) expect((await ask("/v1/projects")).status).toBe(403);
    expect((await ask(`/v1/projects/${projectId}`)).status).toBe(403);
    expect((await ask(`/v1/projects/${projectId}/artifacts`)).status).toBe(403);
    const told = await entries("scope-refused", id);
    expect(told.map((entry) => [entry.outcome, entry.details])).toEqual([
      ["refused", { required_scope: "project:read", operation: "listProjects" }],
      ["refused", { required_scope: "artifact:read", operation: "listArtifacts" }],
    ]);
  });

  it("is shared by all processes, and says afterwards how much was passed over", async () => {
    let now = Date.now();
    const { db } = app.services;
    const [one, two] = [makeSampledAudit(db, () => now), makeSampledAudit(db, () => now)];
    const { id } = await mintKey("sampled");
    const refusal = {
      organizationId: app.organization.orgId,
      actor: principalActor(app.organization.owner),
      action: "scope-refused",
      target: id,
      details: { operation: "listProjects" },
    } as const;
    for (const process of [one, two, one, one]) await process.record(`scope ${id}`, refusal);
    expect(await entries("scope-refused", id)).toHaveLength(1);
    now += 3_601_000;
    await db.query(sql`-- end_pauses
      update audit_pause set until = now() - interval '1 second'`);
    await one.record(`scope ${id}`, refusal);
    await two.record(`scope ${id}`, refusal);
    expect((await entries("scope-refused", id)).map((entry) => entry.details.not_recorded_before)).toEqual([
      undefined,
      2,
    ]);
  });

  it("covers apps on the connector", async () => {
    const { access } = await connect(app.call, owner);
    const [connection] = await app.services.db.query<{ id: string }>(sql`-- narrow_connection
      update connection set scopes = array['wallet:read'] returning id`);
    expect((await callTool(app.call, access, "list_projects")).status).toBe(403);
    expect(await entries("scope-refused", connection?.id ?? "")).toHaveLength(1);
    const { text } = await owner.get("/account/audit");
    expect(text).toMatch(/Connected an app<\/b><span class="sub">Test client/);
    expect(text).not.toContain(connection?.id ?? "");
  });
});

describe("the audit of where credentials are used", () => {
  it("tells of the first use from each network, and keeps no address", async () => {
    const { id, key } = await mintKey("wanderer");
    const addresses = [
      "198.51.100.1",
      "198.51.100.2",
      "192.0.2.9",
      "198.51.100.1",
      "2001:db8:5:6::1",
      "2001:db8:5:7::1",
    ];
    for (const address of addresses) await app.call("GET", "/v1/wallet", { key, address });
    const told = await entries("credential-used-from-new-network", id);
    expect(told.map((entry) => entry.network)).toEqual(["198.51.100.0/24", "192.0.2.0/24", "2001:db8:5::/48"]);
    const kept = await app.services.db.query(sql`-- everything_of_networks
      select credential_network::text from credential_network where credential_id = ${id}`);
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).not.toMatch(/198\.51\.100\.[12]\b|2001:db8:5:[67]/);
  });

  it("tells of one use when many calls come at once", async () => {
    const { id, key } = await mintKey("burst");
    await Promise.all(Array.from({ length: 20 }, () => app.call("GET", "/v1/wallet", { key })));
    expect(await entries("credential-used-from-new-network", id)).toHaveLength(1);
  });

  it("tells of 20 new networks a day at most", async () => {
    const { id, key } = await mintKey("everywhere");
    for (let net = 0; net < 25; net++) await app.call("GET", "/v1/wallet", { key, address: `198.18.${net}.1` });
    expect(await entries("credential-used-from-new-network", id)).toHaveLength(20);
  });

  it("never fails the call that it is about", async () => {
    const { db } = app.services;
    const { key } = await mintKey("unrecorded");
    await db.query(sql`-- hide_networks
      alter table credential_network rename to hidden_network`);
    const { status } = await app.call("GET", "/v1/wallet", { key });
    await db.query(sql`-- show_networks
      alter table hidden_network rename to credential_network`);
    expect(status).toBe(200);
  });

  it("tells of a key that stood in an address, once, and of none that is not ours", async () => {
    const { id, key } = await mintKey("leaky");
    for (const path of [`/v1/wallet?api_key=${key}`, `/v1/projects?x=${key}`, `/v1/wallet?api_key=${"x".repeat(20)}`]) {
      expect((await app.call("GET", path)).json.code).toBe("credential_in_url");
    }
    const told = await entries("key-found-in-address", id);
    expect(told).toEqual([expect.objectContaining({ outcome: "refused", network: networkOf("203.0.113.7") })]);
    expect(JSON.stringify(told)).not.toContain(key);
  });
});

it("sharing a project is recorded for each person it is shared with", async () => {
  const { ownerKey: key, memberId, owner: principal } = app.organization;
  const created = await app.call("POST", "/v1/projects", {
    key,
    body: projectBody(2, { shared_with: [memberId] }),
  });
  expect(created.status).toBe(202);
  expect(await entries("project-shared", memberId)).toEqual([
    expect.objectContaining({ actor_id: principal.credentialId, details: { project: created.json.project_id } }),
  ]);
});

it("owners read all of it on the page of the audit log, in words", async () => {
  const { id } = await storedFile();
  const answer = await app.call("GET", `/v1/projects/${projectId}/artifacts/${id}`, { key: app.organization.ownerKey });
  await app.call("GET", new URL(String(answer.json.download_url)).pathname, { address: "198.51.100.77" });
  await put(app, (await initiate(app, projectId, file)).link, file);
  const { text } = await owner.get("/account/audit");
  for (const words of ["Made a one-time link", "Used a one-time link", "Holder of a link of", "owner key"]) {
    expect(text).toContain(words);
  }
  const older = (await owner.get(/\/account\/audit\?before=aud_\w+/.exec(text)?.[0] ?? "/account/audit")).text;
  for (const words of ["Asked for what its scopes do not cover", "Called from a network for the first time"]) {
    expect(text + older).toContain(words);
  }
  expect(text + older).not.toContain("undefined");
});
