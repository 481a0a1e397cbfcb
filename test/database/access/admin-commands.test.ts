import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminCommands } from "../../../api/access/admin-command-list.ts";
import { runAdminCommand } from "../../../api/access/admin-commands.ts";
import { ensureFirstOrganization, mintFirstKey } from "../../../api/access/first-organization.ts";
import { sql } from "../../../migrations/index.ts";
import { openTestServices, type TestServices } from "../../support/http.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await ensureFirstOrganization(services.db, services);
  await mintFirstKey(services.db, services);
});
afterAll(() => services.close());

const run = (line: string) => runAdminCommand(services, line.split(" "));
const json = async (line: string) => {
  const outcome = await run(`${line} --json`);
  expect([line, outcome.exitCode, outcome.output.endsWith("\n")]).toEqual([line, 0, true]);
  return JSON.parse(outcome.output);
};

describe("operators' commands", () => {
  it("make a key that works, for the one organization there is", async () => {
    const made = await json("keys create");
    expect(Object.keys(made)).toEqual(["key", "key_id"]);
    expect((await services.apiKeys.authenticate(made.key)).credentialId).toBe(made.key_id);
  });

  it("make a key with an expiry and caps, rotate it and revoke it", async () => {
    const made = await json("keys create --name robot --expires 2099-01-31 --daily-cap 5 --monthly-cap 50");
    expect(await services.apiKeys.authenticate(made.key)).toMatchObject({ dailyCap: 5, monthlyCap: 50 });
    const rotated = await json(`keys rotate --key ${made.key_id}`);
    expect(rotated).toMatchObject({ key_id: made.key_id });
    await expect(services.apiKeys.authenticate(made.key)).rejects.toMatchObject({ code: "invalid_credential" });
    const revoked = await json(`keys revoke --key ${made.key_id}`);
    expect(revoked).toMatchObject({ name: "robot", daily_cap: 5, expires_at: "2099-01-31T00:00:00.000Z" });
    expect(revoked.revoked_at).not.toBeNull();
    await expect(services.apiKeys.authenticate(rotated.key)).rejects.toMatchObject({ code: "key_revoked" });
  });

  it("switch the site-planning studio of an organization, which is on at first", async () => {
    expect((await json("orgs list"))[0]).toMatchObject({ site_plan_studio: "on" });
    expect(await json("organizations studio off")).toMatchObject({ site_plan_studio: "off" });
    expect((await json("orgs list"))[0]).toMatchObject({ site_plan_studio: "off" });
    expect(await json("organizations studio on")).toMatchObject({ site_plan_studio: "on" });
    for (const line of ["organizations studio", "organizations studio maybe"]) {
      const refused = await run(`${line} --json`);
      expect([refused.exitCode, JSON.parse(refused.output).error.message]).toEqual([
        2,
        "organizations studio is followed by on or off",
      ]);
    }
    expect((await run("organizations studio on --org org_none")).exitCode).toBe(1);
    expect((await run("help")).output).toContain("organizations studio on|off [--org ORG_ID]");
  });

  it("never list a secret", async () => {
    const made = await json("keys create --name listed");
    for (const line of ["keys list", "keys list --json"]) {
      const { output } = await run(line);
      expect(output).toContain("listed");
      expect(output).not.toContain(made.key.slice(0, -4));
    }
  });

  it("make links by which people come in: an invitation, and a new password for the first owner or somebody named", async () => {
    const invited = await json("users invite --email eve@first.example --role owner");
    expect(invited).toEqual({
      link: expect.stringMatching(/\/account\/link\/[\w-]{43}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect((await json("users link")).link).not.toBe((await json("users link")).link);
    const refused = await run("users link --user usr_none --json");
    expect([refused.exitCode, JSON.parse(refused.output).error.code]).toEqual([1, "access.unknown-user"]);
    const events = await services.db.query(sql`-- operators_events
      select action from audit_event where actor_kind = 'operator' and action in ('member-invited', 'password-link-made')`);
    expect(events).toHaveLength(3);
  });

  it("make organizations and people, and change them", async () => {
    const { organization_id: org } = await json("orgs create --name Second --plan free");
    expect((await json(`credits balance --org ${org}`)).available_credits).toBe(10_000);
    expect(await json(`orgs plan --org ${org} --plan standard`)).toMatchObject({ plan: "standard" });
    const { user_id: owner } = await json(`users create --org ${org} --email ann@second.example --role owner`);
    const { user_id: member } = await json(`users create --org ${org} --email bob@second.example`);
    expect(await json(`users role --org ${org} --user ${member} --role owner`)).toMatchObject({ role: "owner" });
    expect(await json(`users deactivate --org ${org} --user ${owner}`)).toMatchObject({ active: false });
    expect(await json(`users list --org ${org}`)).toHaveLength(2);
    const last = await run(`users deactivate --org ${org} --user ${member} --json`);
    expect([last.exitCode, JSON.parse(last.output).error.code]).toEqual([1, "access.last-owner"]);
    expect(await json(`keys create --org ${org} --user ${member}`)).toHaveProperty("key");
  });

  it("ask for the organization where there are several", async () => {
    const outcome = await run("credits balance");
    expect(outcome).toMatchObject({ exitCode: 1, output: expect.stringContaining("--org") });
  });

  it("give credits, and only whole ones", async () => {
    const [{ organization_id: org }] = await json("orgs list");
    expect(await json(`credits grant --org ${org} --amount 250 --note gift`)).toMatchObject({
      available_credits: 10_250,
    });
    for (const amount of ["0", "-5", "1.5", "ten", "1e9"]) {
      expect((await run(`credits grant --org ${org} --amount=${amount}`)).exitCode).toBe(2);
    }
    expect((await json(`credits balance --org ${org}`)).balance_credits).toBe(10_250);
  });

  it("say what is wrong with a command that cannot be understood", async () => {
    const wrong: [string, string][] = [
      ["keys", "there is no command"],
      ["keys destroy", "there is no command"],
      ["keys create --nam x", "Unknown option"],
      ["keys create --name", "argument missing"],
      ["keys create --name a --name b", "twice"],
      ["keys create --expires tomorrow", "--expires"],
      ["keys revoke", "needs a value for --key"],
      ["orgs create --name X --plan gold", "standard, free"],
      ["users create --email a@b.example extra", "keys|Unexpected"],
    ];
    for (const [line, said] of wrong) {
      const outcome = await run(line);
      expect([line, outcome.exitCode]).toEqual([line, 2]);
      expect(outcome.output).toMatch(new RegExp(said));
    }
    expect((await run("keys revoke --key key_unknown")).exitCode).toBe(1);
  });

  it("are all in the help", async () => {
    for (const line of ["help", "--help", "keys create --help"]) {
      const { exitCode, output } = await run(line);
      expect(exitCode).toBe(0);
      for (const { name } of adminCommands) expect(output).toContain(`  ${name}`);
    }
  });
});
