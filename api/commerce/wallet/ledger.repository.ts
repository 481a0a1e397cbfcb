import { type Queryable, sql } from "../../../migrations/index.ts";

/** One movement of credits as the account area shows it. */
export interface LedgerRow {
  readonly id: string;
  readonly kind: "grant" | "reserve" | "settle" | "release" | "debit";
  readonly amount: number;
  readonly operation: string;
  readonly credential_id: string | null;
  /** Name of the key, or of the connected app. */
  readonly credential_name: string | null;
  readonly surface: "api" | "mcp" | null;
  readonly project_id: string | null;
  /** Null for a project that was deleted. */
  readonly project_name: string | null;
  readonly note: string;
  readonly created_at: Date;
}

/** What one credential, on one surface, was charged in a span of time. */
export interface SpendRow {
  readonly credential_id: string | null;
  readonly credential_name: string | null;
  readonly surface: "api" | "mcp" | null;
  readonly spent: number;
  readonly charges: number;
}

/** Whose movements are read: an organization's, or within it those of one person's credentials. */
export interface LedgerScope {
  readonly organizationId: string;
  readonly userId: string | null;
}

const isVisible = ({ organizationId, userId }: LedgerScope) => sql`entry.org_id = ${organizationId}
      and (${userId}::text is null or api_key.created_by = ${userId} or connection.user_id = ${userId})`;

const credentials = sql`left join api_key on api_key.id = entry.credential_id and api_key.org_id = entry.org_id
    left join connection on connection.id = entry.credential_id and connection.org_id = entry.org_id
    left join oauth_client on oauth_client.id = connection.client_id`;

/** Lists movements, newest first: those before the one named `before`, or from the newest. */
export async function listLedger(
  db: Queryable,
  filter: LedgerScope & { readonly before: string | null; readonly limit: number },
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(sql`-- list_ledger
    select entry.id, entry.kind, entry.amount, entry.operation, entry.credential_id,
      coalesce(api_key.name, oauth_client.name) as credential_name, entry.surface, entry.project_id,
      project.name as project_name, entry.note, entry.created_at
    from ledger_entry as entry
    ${credentials}
    left join project on project.id = entry.project_id and project.org_id = entry.org_id and project.deleted_at is null
    where ${isVisible(filter)}
      and (${filter.before}::text is null or (entry.created_at, entry.id) < (
        select edge.created_at, edge.id
        from ledger_entry as edge
        where edge.id = ${filter.before} and edge.org_id = ${filter.organizationId}))
    order by entry.created_at desc, entry.id desc
    limit ${filter.limit}`);
}

/** Adds up what was charged since an instant, by credential and surface, largest first. */
export async function listSpend(db: Queryable, filter: LedgerScope & { readonly since: Date }): Promise<SpendRow[]> {
  return db.query<SpendRow>(sql`-- list_spend
    select entry.credential_id, coalesce(api_key.name, oauth_client.name) as credential_name, entry.surface,
      sum(entry.amount)::bigint as spent, count(*)::integer as charges
    from ledger_entry as entry
    ${credentials}
    where ${isVisible(filter)} and entry.kind in ('settle', 'debit') and entry.created_at >= ${filter.since}
    group by entry.credential_id, credential_name, entry.surface
    order by spent desc, entry.credential_id`);
}
