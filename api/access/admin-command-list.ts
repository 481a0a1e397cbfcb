import { AccessRefused } from "./access.errors.ts";
import type { FreshAccountLink } from "./account-links/account-links.service.ts";
import type { MemberRow, OrganizationRow } from "./accounts/accounts.repository.ts";
import { type AdminCommand, type AdminServices, instant, wholeNumber } from "./admin-arguments.ts";
import { reingestCommand } from "./admin-reingest.ts";
import type { KeyRow } from "./api-keys/api-keys.repository.ts";
import { operatorActor } from "./audit/audit-event.ts";

const org = { value: "ORG_ID" };
const user = { value: "USER_ID", isRequired: true };
const key = { value: "KEY_ID", isRequired: true };
const plans = ["standard", "free"] as const;
const roles = ["owner", "member"] as const;
const plan = { value: plans.join("|"), choices: plans };
const role = { value: roles.join("|"), choices: roles };

/** Every operators' command, in the order of the help. */
export const adminCommands: readonly AdminCommand[] = [
  {
    name: "orgs create",
    summary: "Makes an organization with its starting credits.",
    options: { name: { value: "NAME", isRequired: true }, plan },
    run: async ({ accounts }, values) =>
      organizationView(
        await accounts.createOrganization(
          { name: values.name ?? "", plan: choiceOf(plans, values.plan) ?? "standard" },
          operatorActor,
        ),
      ),
  },
  {
    name: "orgs list",
    summary: "Lists organizations.",
    options: {},
    run: async ({ accounts }) => (await accounts.listOrganizations()).map(organizationView),
  },
  {
    name: "orgs plan",
    summary: "Puts an organization on a plan.",
    options: { org, plan: { ...plan, isRequired: true } },
    run: async (services, values) =>
      organizationView(
        await services.accounts.setPlan(
          await orgOf(services, values.org),
          choiceOf(plans, values.plan) ?? "standard",
          operatorActor,
        ),
      ),
  },
  {
    name: "organizations studio",
    summary: "Switches the site-planning studio of an organization; while it is off, site plans can only be read.",
    argument: { name: "studio", choices: ["on", "off"] },
    options: { org },
    run: async (services, values) =>
      organizationView(
        await services.accounts.setStudio(await orgOf(services, values.org), values.studio === "on", operatorActor),
      ),
  },
  {
    name: "users create",
    summary: "Puts a person into an organization, as a member unless said otherwise.",
    options: { org, email: { value: "EMAIL", isRequired: true }, name: { value: "NAME" }, role },
    run: async (services, values) =>
      memberView(
        await services.accounts.addMember(
          {
            orgId: await orgOf(services, values.org),
            email: values.email ?? "",
            name: values.name ?? "",
            role: choiceOf(roles, values.role) ?? "member",
          },
          operatorActor,
        ),
      ),
  },
  {
    name: "users invite",
    summary: "Makes a link by which somebody joins an organization; shown this once, to be passed on.",
    options: { org, email: { value: "EMAIL", isRequired: true }, role },
    run: async (services, values) =>
      linkView(
        await services.links.invite(
          {
            orgId: await orgOf(services, values.org),
            email: values.email ?? "",
            role: choiceOf(roles, values.role) ?? "member",
            createdBy: null,
          },
          operatorActor,
        ),
      ),
  },
  {
    name: "users link",
    summary: "Makes a link by which a person, or the first owner, chooses a new password; shown this once.",
    options: { org, user: { value: "USER_ID" } },
    run: async (services, values) => {
      const orgId = await orgOf(services, values.org);
      const userId = values.user ?? (await firstOwnerOf(services, orgId));
      return linkView(await services.links.makePasswordLink({ orgId, userId }, operatorActor));
    },
  },
  {
    name: "users list",
    summary: "Lists people and their roles.",
    options: { org },
    run: async ({ accounts }, values) => (await accounts.listMembers(values.org ?? null)).map(memberView),
  },
  {
    name: "users role",
    summary: "Changes a person's role.",
    options: { org, user, role: { ...role, isRequired: true } },
    run: async (services, values) =>
      memberView(
        await services.accounts.setRole(
          await orgOf(services, values.org),
          values.user ?? "",
          choiceOf(roles, values.role) ?? "member",
          operatorActor,
        ),
      ),
  },
  {
    name: "users deactivate",
    summary: "Takes a person out of an organization and revokes their keys there.",
    options: { org, user },
    run: async (services, values) =>
      memberView(
        await services.accounts.deactivate(await orgOf(services, values.org), values.user ?? "", operatorActor),
      ),
  },
  {
    name: "keys create",
    summary: "Makes an API key and shows it, this once.",
    options: {
      org,
      user: { value: "USER_ID" },
      name: { value: "NAME" },
      expires: { value: "TIME" },
      "daily-cap": { value: "CREDITS" },
      "monthly-cap": { value: "CREDITS" },
    },
    run: async (services, values) => {
      const terms = {
        name: values.name ?? "Made by an operator",
        expiresAt: instant(values, "expires") ?? null,
        dailyCap: wholeNumber(values, "daily-cap") ?? null,
        monthlyCap: wholeNumber(values, "monthly-cap") ?? null,
      };
      const orgId = await orgOf(services, values.org);
      const createdBy = values.user ?? (await firstOwnerOf(services, orgId));
      const fresh = await services.apiKeys.mint({ orgId, createdBy, ...terms }, operatorActor);
      return { key: fresh.key, key_id: fresh.row.id };
    },
  },
  {
    name: "keys list",
    summary: "Lists API keys, without their secrets.",
    options: { org },
    run: async ({ apiKeys }, values) => (await apiKeys.list(values.org ?? null)).map(keyView),
  },
  {
    name: "keys rotate",
    summary: "Replaces the secret of a key and shows the new one, this once; the old one stops working at once.",
    options: { key },
    run: async ({ apiKeys }, values) => {
      const fresh = await apiKeys.rotate(values.key ?? "", operatorActor);
      return { key: fresh.key, key_id: fresh.row.id };
    },
  },
  {
    name: "keys revoke",
    summary: "Revokes a key and the unused links it made.",
    options: { key },
    run: async ({ apiKeys }, values) => keyView(await apiKeys.revoke(values.key ?? "", operatorActor)),
  },
  {
    name: "credits grant",
    summary: "Grants credits to an organization.",
    options: { org, amount: { value: "CREDITS", isRequired: true }, note: { value: "TEXT" } },
    run: async (services, values) => {
      const amount = wholeNumber(values, "amount") ?? 0;
      const orgId = await orgOf(services, values.org);
      await services.wallet.grant(orgId, amount, values.note ?? "granted by an operator", operatorActor);
      return balanceView(services, orgId);
    },
  },
  {
    name: "credits balance",
    summary: "Shows the credits of an organization.",
    options: { org },
    run: async (services, values) => balanceView(services, await orgOf(services, values.org)),
  },
  reingestCommand,
];

/** The organization that was named, or the only one there is. */
async function orgOf({ accounts }: AdminServices, named: string | undefined): Promise<string> {
  if (named !== undefined) return (await accounts.getOrganization(named)).id;
  const [first, second] = await accounts.listOrganizations();
  if (first && !second) return first.id;
  throw new AccessRefused("access.unknown-organization", "name the organization with --org; orgs list shows them");
}

async function firstOwnerOf({ accounts }: AdminServices, orgId: string): Promise<string> {
  const members = await accounts.listMembers(orgId);
  const owner = members.find((member) => member.is_active && member.role === "owner");
  if (owner) return owner.user_id;
  throw new AccessRefused(
    "access.unknown-user",
    "the organization has no owner yet; add one with users create --role owner",
  );
}

const choiceOf = <Choice extends string>(choices: readonly Choice[], value: string | undefined): Choice | undefined =>
  choices.find((choice) => choice === value);

const time = (at: Date | null) => at?.toISOString() ?? null;

const organizationView = (row: OrganizationRow) => ({
  organization_id: row.id,
  name: row.name,
  plan: row.plan,
  site_plan_studio: row.has_site_plan_studio ? "on" : "off",
  created_at: time(row.created_at),
});

const memberView = (row: MemberRow) => ({
  user_id: row.user_id,
  organization_id: row.org_id,
  email: row.email,
  name: row.name,
  role: row.role,
  active: row.is_active,
});

const linkView = (link: FreshAccountLink) => ({ link: link.url, expires_at: time(link.expiresAt) });

const keyView = (row: KeyRow) => ({
  key_id: row.id,
  organization_id: row.org_id,
  name: row.name,
  ends_with: row.hint,
  created_by: row.created_by,
  sees_all_projects: row.is_owner_key,
  expires_at: time(row.expires_at),
  daily_cap: row.daily_cap,
  monthly_cap: row.monthly_cap,
  last_used_at: time(row.last_used_at),
  revoked_at: time(row.revoked_at),
});

async function balanceView({ wallet }: AdminServices, orgId: string) {
  const { available, held } = await wallet.balance(orgId);
  return {
    organization_id: orgId,
    balance_credits: available + held,
    reserved_credits: held,
    available_credits: available,
  };
}
