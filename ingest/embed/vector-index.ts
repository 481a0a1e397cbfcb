import { createHash } from "node:crypto";
import type { Database } from "../../migrations/index.ts";
import type { Embedder } from "./embedder.ts";
import { findEmbeddingState } from "./embedding-state.repository.ts";
import * as repository from "./vector-index.repository.ts";

/**
 * Numbers (vectors times dimensions) up to which comparing every vector is the faster way: 25,000 vectors of 256
 * dimensions, 4,200 of 1,536.
 * @see `test/bench/dense-bench.ts`: 21 against 27 ms at 20,000 vectors of 256 dimensions; see retrieval/README.md
 */
export const exactScanUpTo = 6_400_000;

/**
 * Numbers up to which the embedded engine builds an index: while it does, its process answers nobody, some 14 s for
 * 25,000 vectors of 256 dimensions and 20 s here. A store that is larger when it is first looked at stays with the
 * exact scan, because a process that is killed for not answering would begin the same build again and again.
 */
export const embeddedBuildUpTo = 8_960_000;

/** How the vectors of one embedder are indexed. */
export interface VectorIndexForm {
  readonly name: string;
  /** The type the vectors are read as, such as `vector(256)`: the column itself holds vectors of any size. */
  readonly type: string;
  readonly operatorClass: string;
}

/** Most dimensions pgvector indexes in full precision, and in half. */
const mostInFull = 2_000;
const mostInHalf = 4_000;

/** Gives the form of an embedder's index; undefined when pgvector indexes no vectors of that size. */
export function vectorIndexForm({ id, dimensions }: Pick<Embedder, "id" | "dimensions">): VectorIndexForm | undefined {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > mostInHalf) return undefined;
  const base = dimensions <= mostInFull ? "vector" : "halfvec";
  // An embedder's id may hold anything and be of any length; a digest of it is always a name.
  const name = `chunk_vector_hnsw_${createHash("sha256").update(id).digest("hex").slice(0, 16)}`;
  // Vectors have unit length: their inner product is their cosine.
  return { name, type: `${base}(${dimensions})`, operatorClass: `${base}_ip_ops` };
}

/** Finds the index of this form, ready to be searched; undefined when there is none. */
export async function findVectorIndex(
  db: Pick<Database, "query">,
  form: VectorIndexForm,
): Promise<{ readonly entries: number } | undefined> {
  const found = await repository.findVectorIndexes(db);
  return found.find((index) => index.name === form.name && index.isValid);
}

export interface TendOptions {
  /** Defaults to {@link exactScanUpTo}. */
  readonly from?: number;
  /** Defaults to {@link embeddedBuildUpTo}. */
  readonly embeddedUpTo?: number;
  /** Cancels a build on a server; what it leaves is removed by the next call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the approximate index of each embedder in use that has outgrown the exact scan, and drops those of embedders
 * no longer in use and what interrupted builds left. Gives how many it made and dropped.
 *
 * Only one process at a time does so; the others go on without waiting and find the index there later.
 * @throws the database's error, or the signal's reason when aborted
 */
export async function tendVectorIndexes(db: Database, options: TendOptions = {}): Promise<number> {
  const { signal } = options;
  signal?.throwIfAborted();
  return db.session(async (session) => {
    if (!(await repository.takeBuildLock(session))) return 0;
    const pid = await repository.findBackend(session);
    const cancel = () => void (db.engine === "server" && repository.cancelBackend(db, pid).catch(() => {}));
    signal?.addEventListener("abort", cancel);
    try {
      await session.script(repository.buildSettings.set);
      return await tend(db.engine, session, options);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
      await session.script(repository.buildSettings.reset);
      await repository.releaseBuildLock(session);
    }
  });
}

type SizedIndex = repository.IndexToBuild & { readonly dimensions: number };
type OwnSession = Parameters<Parameters<Database["session"]>[0]>[0];

async function tend(engine: Database["engine"], session: OwnSession, options: TendOptions): Promise<number> {
  // Read under the lock: an invalid index is then a dead one, not one that another process is building.
  const state = await findEmbeddingState(session);
  const inUse = [state?.live, state?.target].filter((id) => typeof id === "string");
  const names = new Set<string>();
  const wanted: SizedIndex[] = [];
  for (const embedder of inUse) {
    const dimensions = await repository.findDimensions(session, embedder);
    const form = dimensions === undefined ? undefined : vectorIndexForm({ id: embedder, dimensions });
    if (!form || dimensions === undefined) continue;
    names.add(form.name);
    wanted.push({ ...form, embedder, dimensions });
  }
  const found = await repository.findVectorIndexes(session);
  const isKept = (index: repository.FoundVectorIndex) => index.isValid && names.has(index.name);
  let touched = 0;
  for (const { name } of found.filter((index) => !isKept(index))) {
    await session.script(await repository.dropCommand(session, engine, name));
    touched++;
  }
  const kept = new Set(found.filter(isKept).map(({ name }) => name));
  for (const index of wanted.filter(({ name }) => !kept.has(name))) {
    options.signal?.throwIfAborted();
    if (!(await isWorthIndex(engine, session, index, options))) continue;
    await session.script(await repository.buildCommand(session, engine, index));
    touched++;
  }
  return touched;
}

async function isWorthIndex(
  engine: Database["engine"],
  session: OwnSession,
  { embedder, dimensions }: SizedIndex,
  { from = exactScanUpTo, embeddedUpTo = embeddedBuildUpTo }: TendOptions,
): Promise<boolean> {
  const most = Math.floor(embeddedUpTo / dimensions);
  const least = Math.floor(from / dimensions) + 1;
  const vectors = await repository.countVectors(session, embedder, engine === "embedded" ? most + 1 : least);
  if (vectors < least || (engine === "embedded" && vectors > most)) return false;
  return repository.hasIterativeScan(session);
}
