import { analyse, type DimensionId, dimensionOf, rulesVersion } from "../../ingest/index.ts";
import type { Queryable } from "../../migrations/index.ts";
import { makeBoundedMap } from "../bounded-map.ts";
import type { ChunkPlace } from "../chunk-union.ts";
import { withoutPlaceName } from "../place-names.ts";
import { askedFor } from "../rerank/section-kinds.ts";
import { listRuleSubjects, type RuleSubjectsRow } from "./rules.repository.ts";

/**
 * Tells of each chunk whether a rule on what a question asks for was read from it when it was ingested: on the dimension, where it
 * asks for one in a district, or on a use, where it asks whether something is allowed and has all the words of an entry.
 */
export type AskedRules = (db: Queryable, query: string, places: readonly ChunkPlace[]) => Promise<readonly boolean[]>;

/** What the rules of one chunk are about. */
interface Subjects {
  readonly dimensions: ReadonlySet<DimensionId>;
  /** Terms of each use. */
  readonly uses: readonly (readonly string[])[];
}

/** By the ordinal of the chunk. */
type SubjectsOfRevision = ReadonlyMap<number, Subjects>;

/**
 * Makes a reader that keeps what the rules of revisions are about; the oldest go first when it holds too much. A revision without
 * stored rules is asked for again, since its rules may be stored later.
 *
 * Cost    12 to 30 ms of the embedded engine for a code of 1,400 rules, once in a process and only for questions that ask for one
 */
export function makeAskedRules(maxUses = 200_000): AskedRules {
  const kept = makeBoundedMap(maxUses, sizeOf);

  async function subjectsIn(db: Queryable, places: readonly ChunkPlace[]) {
    const revisions = new Map(places.map((place) => [keyOf(place), place]));
    const known = new Map([...revisions.keys()].map((key) => [key, kept.get(key)]));
    const missing = [...revisions].flatMap(([key, place]) => (known.get(key) ? [] : [place]));
    const rows = missing.length > 0 ? await listRuleSubjects(db, missing, rulesVersion) : [];
    for (const [key, ofRevision] of Map.groupBy(rows, keyOf)) {
      const subjects = subjectsOf(ofRevision);
      known.set(key, subjects);
      kept.keep(key, subjects);
    }
    return known;
  }

  return async (db, query, places) => {
    const asks = rulesAskedFor(withoutPlaceName(query));
    if (!asks) return places.map(() => false);
    const known = await subjectsIn(db, places);
    return places.map((place) => {
      const subjects = known.get(keyOf(place))?.get(place.ordinal);
      return subjects !== undefined && asks(subjects);
    });
  };
}

function subjectsOf(rows: readonly RuleSubjectsRow[]): SubjectsOfRevision {
  return new Map(
    rows.map(({ ordinal, dimensions, uses }) => [
      ordinal,
      { dimensions: new Set(dimensions), uses: uses.map(analyse).filter((terms) => terms.length > 0) },
    ]),
  );
}

/** What a question asks for as a test of the rules of a chunk; undefined where it asks for no rule. */
function rulesAskedFor(query: string): ((subjects: Subjects) => boolean) | undefined {
  const { districtDimension, permission } = askedFor(query);
  const dimension = districtDimension ? dimensionOf(query) : undefined;
  if (dimension) return ({ dimensions }) => dimensions.has(dimension.id);
  if (!permission) return undefined;
  const terms = new Set(analyse(query));
  return ({ uses }) => uses.some((use) => use.every((term) => terms.has(term)));
}

const keyOf = ({ documentId, revision }: { readonly documentId: string; readonly revision: number }) =>
  `${documentId}@${revision}`;

const sizeOf = (subjects: SubjectsOfRevision) =>
  [...subjects.values()].reduce((sum, { uses }) => sum + uses.length, subjects.size);
