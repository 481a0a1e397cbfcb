import type { EmbeddedEngine } from "../../migrations/embedded-engine.ts";

type Engine = Pick<EmbeddedEngine, "exec">;

/** A store as it was before a test wrote to it, so that it can be made like that again. */
export interface StoreBefore {
  /** The highest identifier that an object had; what a test makes gets a higher one. */
  readonly lastId: number;
  /** Tables with rows. */
  readonly filled: readonly string[];
  /** What {@link stateOf} said. */
  readonly state: string;
}

/** The first identifier of an object that PostgreSQL does not bring along. */
const firstOwnId = 16_384;

const tables = `select oid, oid::regclass as name, pg_relation_size(oid) as size, relpages, reltuples from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace)`;

/** Catalogs of what a store has, each with the identifier by which its own objects are known. */
const catalogs = {
  pg_aggregate: "aggfnoid",
  pg_attrdef: "oid",
  pg_attribute: "attrelid",
  pg_authid: "oid",
  pg_cast: "oid",
  pg_collation: "oid",
  pg_constraint: "oid",
  pg_default_acl: "oid",
  pg_enum: "oid",
  pg_event_trigger: "oid",
  pg_extension: "oid",
  pg_index: "indexrelid",
  pg_inherits: "inhrelid",
  pg_largeobject_metadata: "oid",
  pg_namespace: "oid",
  pg_opclass: "oid",
  pg_operator: "oid",
  pg_policy: "oid",
  pg_proc: "oid",
  pg_publication: "oid",
  pg_rewrite: "oid",
  pg_sequence: "seqrelid",
  pg_statistic: "starelid",
  pg_statistic_ext: "oid",
  pg_trigger: "oid",
  pg_ts_config: "oid",
  pg_ts_dict: "oid",
  pg_type: "oid",
};

/**
 * What differs between two stores with the same content: names of files, and ages; what only says "maybe"; and what is
 * noted of the size of an index, which is that of its making, so that plans are made with its size itself.
 */
const unlikeOfClass = ["relfilenode", "relfrozenxid", "relminmxid", "relhastriggers", "relhasrules", "relhassubclass"];
const unlikeOfIndex = [...unlikeOfClass, "relpages", "reltuples"];

const described = [
  ...Object.entries(catalogs).map(
    ([name, id]) => `select '${name} ' || own::text from pg_catalog.${name} own where ${id}::oid >= ${firstOwnId}`,
  ),
  // With its size: a table of size 0 has no rows, and plans follow sizes.
  `select 'pg_class ' || pg_relation_size(own.oid) ||
      (to_jsonb(own) - (case relkind when 'i' then '{${unlikeOfIndex}}' else '{${unlikeOfClass}}' end)::text[])::text
    from pg_catalog.pg_class own where own.oid >= ${firstOwnId}`,
  "select 'pg_db_role_setting ' || own::text from pg_catalog.pg_db_role_setting own",
  "select 'pg_sequences ' || own::text from pg_catalog.pg_sequences own",
  "select 'pg_settings ' || name || setting from pg_catalog.pg_settings where source = 'session'",
  "select 'pg_prepared_statements ' || name from pg_catalog.pg_prepared_statements",
  "select 'pg_listening_channels ' || channel from pg_listening_channels() channel",
  "select 'pg_locks ' || locktype from pg_catalog.pg_locks where locktype = 'advisory'",
].join(" union all ");

/** Notes what {@link emptyStore} needs of a store that no test has written to. */
export async function noteStore(engine: Engine): Promise<StoreBefore> {
  const { rows } = await engine.exec(`
    select (select max(oid)::int from (select oid from pg_class union all select oid from pg_proc) own) as "lastId",
      array(select name::text from (${tables}) own where size > 0 order by name) as filled`);
  const [{ lastId, filled }] = rows as [Pick<StoreBefore, "lastId" | "filled">];
  return { lastId, filled, state: await stateOf(engine, filled) };
}

/**
 * Makes a store what it was before a test wrote to it: without the rows that came, also those that are deleted, without
 * the objects that were made, and with the first numbers of its sequences and the settings of its session.
 *
 * @returns whether it is like that again; what a test changed of an object that was there is left and found out
 */
export async function emptyStore(engine: Engine, before: StoreBefore): Promise<boolean> {
  await engine.exec("rollback");
  await engine.exec("discard all");
  await engine.exec("set search_path = public, bullmq");
  await engine.exec(undoing(before));
  // What the files of the store held, and the log of all changes, would else stay in memory.
  await engine.exec("checkpoint");
  return (await stateOf(engine, before.filled)) === before.state;
}

/** Drops and empties everything in one statement; what is dropped with something else is named too, hence `if exists`. */
function undoing({ lastId, filled }: StoreBefore): string {
  return `do $$
    declare
      command text;
    begin
      foreach command in array array(
        select format('drop schema if exists %I cascade', nspname) from pg_namespace where oid > ${lastId}
        union all
        select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc where oid > ${lastId}
        union all
        select format('drop %s if exists %s cascade', kind, made.oid::regclass)
          from (values ('r', 'table'), ('v', 'view'), ('S', 'sequence'), ('i', 'index')) kinds (letter, kind)
          join pg_class made on made.relkind::text = letter
          where made.oid > ${lastId} and relnamespace <> 'pg_toast'::regnamespace
      ) loop
        execute command;
      end loop;
      select 'truncate ' || string_agg(name::text, ', ') || ' cascade' into command
        from (${tables}) own
        where (size > 0 or relpages <> 0 or reltuples <> -1) and name::text <> all ('{${filled.join(",")}}');
      if command is not null then
        execute command;
      end if;
      perform setval(seqrelid, seqstart, false) from pg_sequence;
      delete from pg_statistic where starelid >= ${firstOwnId};
    end $$`;
}

/** Returns a digest of the objects of a store, of the rows of these tables, and of what its session has set. */
async function stateOf(engine: Engine, filled: readonly string[]): Promise<string> {
  const kept = filled.map((name) => `select '${name} ' || own::text from ${name} own`);
  const { rows } = await engine.exec(
    `select sum(hashtextextended(entry, 0))::text || ' of ' || count(*) as state
      from (${[described, ...kept].join(" union all ")}) entries (entry)`,
  );
  const [{ state }] = rows as [{ state: string }];
  return state;
}
