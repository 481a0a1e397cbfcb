import { type Queryable, sql } from "../../../migrations/index.ts";

/** A registered client. */
export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: string[];
  readonly created_at: Date;
}

/** Adds a client. */
export async function insertClient(
  db: Queryable,
  row: { id: string; name: string; redirectUris: readonly string[] },
): Promise<ClientRow> {
  const rows = await db.query<ClientRow>(sql`-- insert_oauth_client
    insert into oauth_client (id, name, redirect_uris)
    values (${row.id}, ${row.name}, ${row.redirectUris})
    returning id, name, redirect_uris, created_at`);
  const [client] = rows;
  if (!client) throw new Error("the client was not stored");
  return client;
}

/** Adds a client that is known by its address, or writes down what it says of itself now. */
export async function keepClient(
  db: Queryable,
  row: { id: string; name: string; redirectUris: readonly string[] },
): Promise<ClientRow | undefined> {
  const rows = await db.query<ClientRow>(sql`-- keep_oauth_client
    insert into oauth_client (id, name, redirect_uris)
    values (${row.id}, ${row.name}, ${row.redirectUris})
    on conflict (id) do update
    set name = excluded.name, redirect_uris = excluded.redirect_uris
    returning id, name, redirect_uris, created_at`);
  return rows[0];
}

/** Finds a client by its id. */
export async function findClient(db: Queryable, id: string): Promise<ClientRow | undefined> {
  const rows = await db.query<ClientRow>(sql`-- find_oauth_client
    select id, name, redirect_uris, created_at
    from oauth_client
    where id = ${id}`);
  return rows[0];
}

/** Deletes clients that nobody has connected and that have not been used for a month. */
export async function sweepClients(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_oauth_clients
    delete from oauth_client
    where coalesce(last_used_at, created_at) < now() - interval '30 days'
      and not exists (select 1 from connection where connection.client_id = oauth_client.id)
    returning id`);
  return rows.length;
}
