import pg from "pg";
import { type Database, type Driver, makeDatabase } from "./database.ts";

const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 && format !== "binary") return safeInteger;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** SQLSTATEs after which the same transaction may succeed: serialization, deadlock, server starting or going away. */
const retryableStates = new Set(["40001", "40P01", "57P01", "57P03", "08000", "08003", "08006"]);
const retryableSocketErrors = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** Settings of the connection pool; times in milliseconds. */
export interface ServerOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly onIdleError?: (error: Error) => void;
}

/** Opens a PostgreSQL server through a pool, and learns whether it offers pgvector. */
export async function openServer(options: ServerOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: parsers,
    application_name: "groundwork",
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  const offered = await pool
    .query("select 1 from pg_available_extensions where name = 'vector'")
    .catch(async (error) => {
      await pool.end();
      throw error;
    });

  const driver: Driver = {
    engine: "server",
    hasVectors: offered.rows.length > 0,
    async session() {
      const client = await pool.connect();
      return {
        query: async <Row extends object>(statement: { text: string; values: readonly unknown[] }) =>
          (await client.query<Row & pg.QueryResultRow>(statement.text, [...statement.values])).rows as Row[],
        script: async (text) => {
          await client.query(text);
        },
        release: (broken) => client.release(broken),
      };
    },
    isRetryable: isLostOrContended,
    close: () => pool.end(),
  };
  return makeDatabase(driver);
}

function isLostOrContended(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    retryableStates.has(code) ||
    retryableSocketErrors.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer from the database is out of range: ${text}`);
  return value;
}
