import { json, newId, type Queryable, sql } from "../../../migrations/index.ts";
import { currentRequest } from "../../http/current-request.ts";
import type { AuditAction, AuditEvent } from "./audit-event.ts";
import { networkOf } from "./network.ts";

/** An event as it is kept, with the names that its ids stand for today. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor_kind: AuditEvent["actor"]["kind"];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly action: AuditAction;
  readonly target: string | null;
  readonly target_name: string | null;
  readonly outcome: "done" | "refused";
  readonly network: string | null;
  readonly surface: AuditEvent["actor"]["surface"];
  readonly details: Record<string, string | number | boolean | null>;
}

/**
 * Writes an event; call it inside the transaction of the change, so that neither stands without the other. Its time is
 * that of the clock, not of the transaction, so that events of one transaction keep their order.
 */
export async function recordAudit(db: Queryable, event: AuditEvent): Promise<void> {
  const { actor } = event;
  const request = currentRequest();
  const requestId = actor.requestId ?? request?.requestId ?? null;
  const network = networkOf(actor.address ?? request?.clientAddress ?? "");
  await db.query(sql`-- record_audit
    insert into audit_event
      (id, at, org_id, actor_kind, actor_id, on_behalf_of, action, target, outcome, request_id, network, surface, details)
    values (${newId("auditEvent")}, clock_timestamp(), ${event.organizationId}, ${actor.kind}, ${actor.id},
      ${actor.onBehalfOf ?? null}, ${event.action}, ${event.target ?? null}, ${event.outcome ?? "done"}, ${requestId},
      ${network}, ${actor.surface}, ${json(event.details ?? {})}::jsonb)`);
}

/**
 * Lists events of an organization, newest first.
 *
 * Shape   those before the event named `before`, or from the newest; an id of another organization gives none
 */
export async function listAudit(
  db: Queryable,
  filter: { readonly organizationId: string; readonly before: string | null; readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`-- list_audit
    select event.id, event.at, event.actor_kind, event.actor_id, event.action, event.target, event.outcome,
      event.network, event.surface, event.details,
      coalesce(actor_user.email, actor_key.name, actor_app.name) as actor_name,
      coalesce(target_user.email, target_key.name, target_app.name) as target_name
    from audit_event as event
    left join app_user as actor_user on actor_user.id = event.actor_id
    left join api_key as actor_key on actor_key.id = event.actor_id and actor_key.org_id = event.org_id
    left join connection as actor_connection
      on actor_connection.id = event.actor_id and actor_connection.org_id = event.org_id
    left join oauth_client as actor_app on actor_app.id = actor_connection.client_id
    left join app_user as target_user on target_user.id = event.target
    left join api_key as target_key on target_key.id = event.target and target_key.org_id = event.org_id
    left join connection as target_connection
      on target_connection.id = event.target and target_connection.org_id = event.org_id
    left join oauth_client as target_app on target_app.id = target_connection.client_id
    where event.org_id = ${filter.organizationId}
      and (${filter.before}::text is null or (event.at, event.id) < (
        select edge.at, edge.id
        from audit_event as edge
        where edge.id = ${filter.before} and edge.org_id = ${filter.organizationId}))
    order by event.at desc, event.id desc
    limit ${filter.limit}`);
}

/** Starts the pause of a subject, and tells whether it was free: of any number of processes at once, one hears so. */
export async function pauseSubject(db: Queryable, subject: string, seconds: number): Promise<boolean> {
  const rows = await db.query(sql`-- pause_audit_subject
    insert into audit_pause as pause (subject, until)
    values (${subject}, now() + make_interval(secs => ${seconds}::double precision))
    on conflict (subject) do update set until = excluded.until where pause.until <= now()
    returning subject`);
  return rows.length > 0;
}

/** A stolen credential that wanders from network to network fills the log at this pace at most. */
const newNetworksADay = 20;

/**
 * Remembers that a credential was used from a network, and tells whether it is new to it. Beyond so many new ones in a
 * day the rest is passed over.
 */
export async function seeNetwork(db: Queryable, credentialId: string, network: string): Promise<boolean> {
  const rows = await db.query<{ is_new: boolean }>(sql`-- see_credential_network
    insert into credential_network as seen (credential_id, network)
    select ${credentialId}, ${network}
    where exists (
        select 1 from credential_network as known
        where known.credential_id = ${credentialId} and known.network = ${network})
      or (
        select count(*) from credential_network as lately
        where lately.credential_id = ${credentialId} and lately.first_seen_at > now() - interval '1 day'
      ) < ${newNetworksADay}::integer
    on conflict (credential_id, network) do update set last_seen_at = now()
    returning xmax = 0 as is_new`);
  return rows[0]?.is_new ?? false;
}

/** Forgets pauses that are over and networks that a credential has not come from for a year; gives their number. */
export async function sweepAuditMemory(db: Queryable): Promise<number> {
  const pauses = await db.query(sql`-- sweep_audit_pauses
    delete from audit_pause
    where until < now()
    returning subject`);
  const networks = await db.query(sql`-- sweep_credential_networks
    delete from credential_network
    where last_seen_at < now() - interval '1 year'
    returning network`);
  return pauses.length + networks.length;
}
