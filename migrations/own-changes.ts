import { AsyncLocalStorage } from "node:async_hooks";

/** A table, with those whose rows go with its own: by `on delete cascade`, and by what hangs on them in turn. */
export interface TableReach {
  readonly name: string;
  readonly reached: readonly string[];
}

/** What a process knows by itself of the changes to a store that it alone writes. */
export interface OwnChanges {
  /** How many statements may have changed something. */
  now(): number;
  /** The number of the last change that may have touched one of these tables. */
  lastTo(tables: ReadonlySet<string>): number;
  /** Runs a read and gathers the tables that its statements name; all are in the set once the read has ended. */
  observe<Result>(read: () => Promise<Result>): {
    readonly tables: ReadonlySet<string>;
    readonly result: Promise<Result>;
  };
  /** Adds to the tables of the read under way, if there is one, those of something that was read before. */
  note(tables: ReadonlySet<string>): void;
}

/** The side of {@link OwnChanges} that is told of every statement. */
export interface OwnChangesRecorder extends OwnChanges {
  /** Hears of a statement that is about to be run, or was: what a read names is among its tables. */
  heard(text: string): void;
  /** Counts a statement that has been run, unless it only reads. */
  ran(text: string): void;
  /** Learns the tables, which are forgotten with every statement that may make or drop one. */
  learn(load: () => Promise<readonly TableReach[]>): Promise<void>;
}

/** Stands for every table: named by what names none that is known. */
const anyTable = "*";
const mostTexts = 2_000;

/** First word of a statement, behind its comments. */
const firstWord = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i;
const dataWords: ReadonlySet<string> = new Set(["insert", "update", "delete", "with", "merge"]);
const settingWords: ReadonlySet<string> = new Set(["set", "reset", "show"]);
const transactionWords: ReadonlySet<string> = new Set(["begin", "commit", "rollback"]);

/**
 * Counts the changes of a process by table, from the texts of its statements.
 *
 * A statement counts for every table whose name is a word in its text, wherever it stands there, and for all that those
 * reach; one that names none counts for all tables. So a change may count for too many tables and never for too few, as
 * long as every table that a statement touches is named in it or reached by a cascade: the schema has no view, rule or
 * writing trigger by which it could be otherwise, and a test of the catalogue keeps it so.
 */
export function makeOwnChanges(): OwnChangesRecorder {
  const reading = new AsyncLocalStorage<Set<string>>();
  const last = new Map<string, number>();
  const named = new Map<string, readonly string[]>();
  let reach: ReadonlyMap<string, readonly string[]> | undefined;
  let learning: Promise<void> | undefined;
  let shape = 0;
  let count = 0;
  let lastToAny = 0;

  function namesIn(text: string): readonly string[] {
    const known = named.get(text);
    if (known) return known;
    const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
    const names = reach === undefined ? [] : [...words].filter((word) => reach?.has(word));
    const found = names.length === 0 ? [anyTable] : names;
    if (named.size >= mostTexts) named.clear();
    named.set(text, found);
    return found;
  }

  function forgetShape(): void {
    reach = undefined;
    shape += 1;
    named.clear();
  }

  return {
    now: () => count,
    lastTo(tables) {
      if (tables.has(anyTable)) return count;
      let latest = lastToAny;
      for (const table of tables) latest = Math.max(latest, last.get(table) ?? 0);
      return latest;
    },
    observe(read) {
      const tables = new Set<string>();
      return { tables, result: reading.run(tables, read) };
    },
    note(tables) {
      const under = reading.getStore();
      if (under) for (const table of tables) under.add(table);
    },
    heard(text) {
      const under = reading.getStore();
      if (under) for (const name of namesIn(text)) under.add(name);
    },
    ran(text) {
      const word = firstWord.exec(text)?.[1]?.toLowerCase() ?? "";
      if (word === "select" || transactionWords.has(word)) return;
      count += 1;
      if (!dataWords.has(word)) {
        lastToAny = count;
        if (!settingWords.has(word)) forgetShape();
        return;
      }
      for (const name of namesIn(text)) {
        if (name === anyTable) lastToAny = count;
        for (const table of reach?.get(name) ?? []) last.set(table, count);
      }
    },
    async learn(load) {
      if (reach !== undefined) return;
      const started = shape;
      learning ??= load()
        .then((tables) => {
          if (started !== shape) return;
          named.clear();
          reach = new Map(tables.map(({ name, reached }) => [name, [name, ...reached]]));
        })
        .finally(() => {
          learning = undefined;
        });
      await learning;
    },
  };
}
