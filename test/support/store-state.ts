import { type Queryable, sql } from "../../migrations/index.ts";

/** Looks at every table of a store, whatever tables there are. */
export interface StoreState {
  /** Number of rows and a digest of them by table, without what says only when somebody looked. */
  digest(): Promise<Readonly<Record<string, string>>>;
  /** Tables, of which a row's text holds the given text; bytes are read as hex and as characters. */
  tablesHolding(text: string): Promise<readonly string[]>;
}

/** Makes the view; the names of tables are only known to the database, so it is the database that walks over them. */
export async function openStoreState(db: Queryable): Promise<StoreState> {
  await db.query(sql`-- create_attack_digest
    create function attack_digest() returns table (name text, digest text) language plpgsql as $$
    declare
      found record;
    begin
      for found in select tablename from pg_tables where schemaname = 'public' order by tablename loop
        name := found.tablename;
        execute format(
          'select count(*) || '' '' || coalesce(md5(string_agg(row_hash, '''' order by row_hash)), '''')
           from (select md5((to_jsonb(kept) - ''last_used_at'')::text) as row_hash from %I kept) hashed',
          found.tablename) into digest;
        return next;
      end loop;
    end $$`);
  await db.query(sql`-- create_attack_search
    create function attack_search(wanted text) returns table (name text) language plpgsql as $$
    declare
      found record;
      held boolean;
      wanted_hex text := encode(convert_to(wanted, 'UTF8'), 'hex');
    begin
      for found in
        select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
      loop
        execute format(
          'select exists (select from %I.%I kept where position($1 in kept::text) > 0 or position($2 in kept::text) > 0)',
          found.schemaname, found.tablename) into held using wanted, wanted_hex;
        if held then
          name := found.schemaname || '.' || found.tablename;
          return next;
        end if;
      end loop;
    end $$`);
  let last: { readonly snapshot: string; readonly digests: Readonly<Record<string, string>> } | undefined;
  return {
    async digest() {
      // While no transaction that writes has begun or ended, every row is what it was.
      const [now] = await db.query<{ snapshot: string }>(sql`-- attack_snapshot
        select pg_current_snapshot()::text as snapshot`);
      if (now && now.snapshot === last?.snapshot) return last.digests;
      const rows = await db.query<{ name: string; digest: string }>(sql`-- attack_state
        select name, digest from attack_digest()`);
      const digests = Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
      last = now && { ...now, digests };
      return digests;
    },
    async tablesHolding(text) {
      const rows = await db.query<{ name: string }>(sql`-- attack_find
        select name from attack_search(${text}) order by name`);
      return rows.map(({ name }) => name);
    },
  };
}
