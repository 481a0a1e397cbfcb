import pg from "pg";
import { type Database, type Driver, makeDatabase } from "./database.ts";
import { DatabaseUnavailable, diskFullAsUnavailable } from "./database-unavailable.ts";

const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 && format !== "binary") return safeInteger;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** SQLSTATEs after which the same transaction may succeed: serialization failure, deadlock. */
const contended = new Set(["40001", "40P01"]);
/** SQLSTATEs and socket errors of a server that is starting, going away or out of reach. */
const lost = new Set([
  ...["57P01", "57P02", "57P03", "08000", "08003", "08006"],
  ...["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENOTFOUND"],
]);

/**
 * Which transactions have ended, as PostgreSQL's visibility rules see it: two statements with equal snapshots see the same
 * rows, and every commit that wrote something makes another snapshot (PostgreSQL manual, "System Information Functions",
 * pg_current_snapshot). The start of the server is part of it, because a standby that takes over may hand out numbers of
 * transactions again that it never received.
 */
const committedText = "select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as committed";

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 60_000;

/** Settings of the connection pool. */
export interface ServerOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  readonly onIdleError?: (error: Error) => void;
}

/** Opens a PostgreSQL server through a pool; connections are made as statements need them. */
export function openServer(options: ServerOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    types: parsers,
    application_name: "groundwork",
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  // A lost connection that is in use fails its statement; without a listener here it would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  const driver: Driver = {
    engine: "server",
    async session() {
      const client = await pool.connect().catch(rethrow);
      return {
        query: async <Row extends object>(statement: { text: string; values: readonly unknown[] }) => {
          const values = [...statement.values];
          const result = await client.query<Row & pg.QueryResultRow>(statement.text, values).catch(rethrow);
          return result.rows as Row[];
        },
        script: async (text) => {
          await client.query(text).catch(rethrow);
        },
        release: (broken) => client.release(broken),
      };
    },
    committed: async () => {
      const { rows } = await pool.query<{ committed: string }>(committedText).catch(rethrow);
      const [row] = rows;
      if (!row) throw new Error("the server did not say what has been committed");
      return row.committed;
    },
    isRetryable: (error) => error instanceof DatabaseUnavailable || contended.has(codeOf(error)),
    close: () => pool.end(),
  };
  return makeDatabase(driver);
}

function rethrow(error: unknown): never {
  const isLost =
    lost.has(codeOf(error)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message));
  throw isLost ? new DatabaseUnavailable(error) : diskFullAsUnavailable(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer from the database is out of range: ${text}`);
  return value;
}
