import type { HybridSettings } from "../../retrieval/index.ts";

/** A way of searching that is measured beside the others. */
export interface Configuration {
  readonly name: string;
  /** What it is, in a few words for the report. */
  readonly what: string;
  readonly settings: Partial<HybridSettings>;
  /** Whether everyday words suggest ordinance words to the keyword leg. */
  readonly expands: boolean;
  readonly reranks: boolean;
  /** In which words follow-up questions are searched; as the agent rewrites them when absent. */
  readonly wording?: "as asked" | "in full";
}

const noContext = { before: 0, after: 0 };
const fixedDenseShare = 0.3;
const full = { settings: {}, expands: true, reranks: true };

/** The configuration the service itself runs. */
export const servedConfiguration = "hybrid+rerank";

/** Exact BM25 by the written-out formula, without the service's index: what `bm25` is held against. */
export const exactConfiguration: Configuration = {
  name: "exact-bm25",
  what: "BM25 by the formula, computed without the service's index",
  settings: {},
  expands: false,
  reranks: false,
};

const main: readonly Configuration[] = [
  {
    name: "bm25",
    what: "keyword leg alone, plain BM25: no neighbours, no lay words, no section lookup",
    settings: { useDense: false, useSectionLookup: false, referenceShare: 0, context: noContext },
    expands: false,
    reranks: false,
  },
  {
    name: "keyword",
    what: "keyword leg with all its stages: neighbours, lay words, section lookup",
    settings: { useDense: false, referenceShare: 0 },
    expands: true,
    reranks: false,
  },
  {
    name: "dense",
    what: "vectors alone",
    settings: { useKeyword: false, useSectionLookup: false, referenceShare: 0, denseShare: () => 1 },
    expands: false,
    reranks: false,
  },
  { name: "hybrid", what: "both legs fused, not reranked", settings: {}, expands: true, reranks: false },
  { name: servedConfiguration, what: "what the service runs", ...full },
];

const ablations: readonly Configuration[] = [
  { ...full, name: "no-lay", what: "the service without lay words", expands: false },
  { ...full, name: "no-neighbours", what: "the service without neighbours' scores", settings: { context: noContext } },
  { ...full, name: "no-lookup", what: "the service without section lookup", settings: { useSectionLookup: false } },
  { ...full, name: "no-references", what: "the service without following references", settings: { referenceShare: 0 } },
  { ...full, name: "no-dense", what: "the service without the dense leg", settings: { useDense: false } },
  {
    ...full,
    name: "no-keyword",
    what: "the service without the keyword leg",
    settings: { useKeyword: false, denseShare: () => 1 },
  },
  {
    ...full,
    name: "fixed-share",
    what: `the service with a dense share of ${fixedDenseShare} whatever the coverage`,
    settings: { denseShare: () => fixedDenseShare },
  },
  { ...full, name: "rrf", what: "the service with reciprocal rank fusion", settings: { fusion: "reciprocal" } },
];

/** What the service runs, with follow-up questions in other words: measured beside it where a suite has such questions. */
export const followUpWordings: readonly Configuration[] = [
  { ...full, name: "as-asked", what: "the service without rewriting follow-up questions", wording: "as asked" },
  {
    ...full,
    name: "in-full",
    what: "the service with follow-up questions as a person wrote them out",
    wording: "in full",
  },
];

/** The four ways the work is compared in, plain BM25 below them, then every stage switched off alone. */
export const configurations: readonly Configuration[] = [...main, ...ablations, exactConfiguration];

const groups: Readonly<Record<string, readonly Configuration[]>> = {
  main,
  ablation: [...main.slice(-2), ...ablations],
  all: configurations,
};

/**
 * Chooses configurations by their names, or by the groups `main`, `ablation`, `all`; each once, in the order of the list.
 *
 * @throws RangeError naming what can be chosen
 */
export function chooseConfigurations(names: readonly string[]): readonly Configuration[] {
  const chosen = new Set<Configuration>();
  for (const name of names) {
    const found = groups[name] ?? configurations.filter((configuration) => configuration.name === name);
    if (found.length === 0) {
      const known = [...Object.keys(groups), ...configurations.map((configuration) => configuration.name)];
      throw new RangeError(`--config ${name}: choose of ${known.join(", ")}`);
    }
    for (const configuration of found) chosen.add(configuration);
  }
  return configurations.filter((configuration) => chosen.has(configuration));
}
