import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Configuration, chooseConfigurations } from "./measure/configurations.ts";
import type { Scope } from "./run-record.ts";

/** An argument that cannot be used; the message names it and what to write. */
export class BadArgument extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadArgument";
  }
}

/** What `run` was asked to do. */
export interface RunCommand {
  readonly command: "run";
  /** Suite names or paths; empty for all that are there. */
  readonly suites: readonly string[];
  readonly configurations: readonly Configuration[];
  readonly scope: Scope;
  readonly measures: ReadonlySet<"retrieval" | "answers">;
  /** Only this jurisdiction's questions and law; null for all. */
  readonly jurisdiction: string | null;
  readonly server: { readonly url: string; readonly projectId: string } | null;
  /** File of an embedding model to use in place of the shipped one. */
  readonly embedder: string | null;
  /** Chat model of the configured endpoint that answers; null for the local reader. */
  readonly model: string | null;
  /** Most questions of each suite; null for all. */
  readonly limit: number | null;
  /** Folder that gets the record and the report. */
  readonly out: string | null;
  /** Folder of baselines in place of the committed one. */
  readonly baselines: string | null;
  readonly checksBaselines: boolean;
  readonly writesBaselines: boolean;
}

/** What `criteria` was asked to do. */
export interface CriteriaCommand {
  /** Only this town; null for all. */
  readonly town: string | null;
  readonly listsMisses: boolean;
  readonly writesBaselines: boolean;
}

/** What the command line asks for. */
export type EvalCommand =
  | RunCommand
  | { readonly command: "compare"; readonly before: string; readonly after: string; readonly failsOnLoss: boolean }
  | { readonly command: "reading"; readonly suites: readonly string[] }
  | (CriteriaCommand & { readonly command: "criteria" })
  | { readonly command: "gate" }
  | { readonly command: "help" };

const commands = ["run", "compare", "gate", "reading", "criteria", "help"];

const options = {
  config: { type: "string", multiple: true },
  scope: { type: "string" },
  measure: { type: "string", multiple: true },
  server: { type: "string" },
  project: { type: "string" },
  embedder: { type: "string" },
  model: { type: "string" },
  limit: { type: "string" },
  out: { type: "string" },
  "no-baselines": { type: "boolean" },
  "write-baselines": { type: "boolean" },
  baselines: { type: "string" },
  "fail-on-loss": { type: "boolean" },
  jurisdiction: { type: "string" },
  misses: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Reads the arguments of `npm run evals --`; a first word that is no command is the first suite of a run.
 *
 * @throws BadArgument
 */
export function readCommand(argv: readonly string[]): EvalCommand {
  const { values, positionals } = parsed(argv);
  const [first = "run", ...rest] = positionals;
  if (values.help || first === "help") return { command: "help" };
  if (first === "compare") {
    const [before, after, ...more] = rest;
    if (before === undefined || after === undefined || more.length > 0)
      throw new BadArgument(
        "compare takes two runs: npm run evals -- compare BEFORE AFTER, each a folder or a run.json",
      );
    return { command: "compare", before, after, failsOnLoss: values["fail-on-loss"] === true };
  }
  if (first === "reading") return { command: "reading", suites: rest };
  if (first === "criteria") return readCriteria(rest, values);
  if (first === "gate") {
    if (rest.length > 0)
      throw new BadArgument(`gate takes no suites, it was given ${rest.join(", ")}; use run for them`);
    return { command: "gate" };
  }
  const suites = commands.includes(first) ? rest : positionals;
  return readRun(suites, values);
}

function readCriteria(rest: readonly string[], values: Values): EvalCommand {
  const [town = null, ...more] = rest;
  const writesBaselines = values["write-baselines"] === true;
  if (more.length > 0) throw new BadArgument("criteria takes one town, or none for all");
  if (writesBaselines && town !== null) throw new BadArgument("--write-baselines takes all towns: leave out the town");
  return { command: "criteria", town, listsMisses: values.misses === true, writesBaselines };
}

type Values = ReturnType<typeof parsed>["values"];

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new BadArgument(`${error instanceof Error ? error.message : String(error)}; see npm run evals -- help`);
  }
}

function readRun(suites: readonly string[], values: Values): RunCommand {
  const { scope = "jurisdiction", server, project } = values;
  if (scope !== "jurisdiction" && scope !== "all")
    throw new BadArgument(`--scope ${scope}: write jurisdiction (the question's own law) or all (everything)`);
  if (server !== undefined && project === undefined)
    throw new BadArgument("--server needs --project: the id of the project to ask, prj_…");
  if (project !== undefined && server === undefined)
    throw new BadArgument("--project needs --server: the address of the service, http://localhost:3000");
  if (server !== undefined && !URL.canParse(server))
    throw new BadArgument(`--server ${server} is no address; write http://localhost:3000`);
  if (server !== undefined && suites.length === 0)
    throw new BadArgument("--server needs the folder of questions: npm run evals -- run FOLDER --server … --project …");
  if (values.embedder !== undefined && !existsSync(values.embedder))
    throw new BadArgument(`--embedder ${values.embedder}: there is no such file; npm run train makes one`);
  if (values.model !== undefined && server !== undefined)
    throw new BadArgument("--model cannot be used with --server: a server answers with its own CHAT_MODEL_AUTO");
  if (values.model !== undefined && values.model.trim() === "")
    throw new BadArgument("--model needs the id of a chat model of the endpoint, such as gpt-5-mini");
  // Figures of another model, of a server or of a part of a suite cannot be compared with the baselines.
  const isWhole = (["server", "embedder", "model", "limit", "jurisdiction"] as const).every(
    (name) => values[name] === undefined,
  );
  const writesBaselines = values["write-baselines"] === true;
  if (writesBaselines && !isWhole)
    throw new BadArgument(
      "--write-baselines takes whole suites in this process: leave out --server, --embedder, --model, --limit, --jurisdiction",
    );
  return {
    command: "run",
    suites,
    configurations: configurationsOf(values.config, server !== undefined),
    scope,
    // Retrieval is the same with every chat model.
    measures: measuresOf(values.measure ?? (values.model === undefined ? undefined : ["answers"])),
    server:
      server !== undefined && project !== undefined ? { url: server.replace(/\/+$/, ""), projectId: project } : null,
    jurisdiction: values.jurisdiction ?? null,
    embedder: values.embedder ?? null,
    model: values.model ?? null,
    limit: limitOf(values.limit),
    out: values.out ?? null,
    baselines: values.baselines ?? null,
    checksBaselines: values["no-baselines"] !== true && isWhole,
    writesBaselines,
  };
}

function limitOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const limit = Number(given);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new BadArgument(`--limit ${given}: write how many questions of each suite to ask, 1 or more`);
  return limit;
}

/** What a running server can be asked for: it fuses always, and reranks or not. */
const servedNames = ["hybrid", "hybrid+rerank"];

function configurationsOf(given: readonly string[] | undefined, isServer: boolean): readonly Configuration[] {
  const names = (given ?? (isServer ? servedNames : ["main"])).flatMap((list) => list.split(",")).filter(Boolean);
  const chosen = chosenOf(names);
  const unserved = chosen.find(({ name }) => !servedNames.includes(name));
  if (isServer && unserved)
    throw new BadArgument(`--config ${unserved.name} cannot be asked of a server; choose of ${servedNames.join(", ")}`);
  return chosen;
}

function chosenOf(names: readonly string[]): readonly Configuration[] {
  try {
    return chooseConfigurations(names);
  } catch (error) {
    throw new BadArgument(error instanceof Error ? error.message : String(error));
  }
}

function measuresOf(given: readonly string[] | undefined): ReadonlySet<"retrieval" | "answers"> {
  const names = (given ?? ["retrieval", "answers"]).flatMap((list) => list.split(","));
  const measures = names.map((name) => {
    if (name !== "retrieval" && name !== "answers")
      throw new BadArgument(`--measure ${name}: write retrieval, answers, or both parted by a comma`);
    return name;
  });
  return new Set(measures);
}

/** What `help` prints. */
export const helpText = `npm run evals -- [run] [SUITE or FOLDER ...] [options]    measure; without suites: all that are there
npm run evals -- compare BEFORE AFTER [--fail-on-loss]    paired differences between two runs; 1 for a sure loss
npm run evals -- gate                                     the project's own suites against their baselines
npm run evals -- reading [SUITE or FOLDER ...]            how well each code is read; without suites: all codes that are there
npm run evals -- criteria [TOWN] [--misses]              design criteria against labelled law, by town, with what is missed
npm run evals -- help

Options of run
  --config NAMES      main (bm25, keyword, dense, hybrid, hybrid+rerank), ablation, all, or names parted by commas
  --scope SCOPE       jurisdiction: the question's own law (default); all: the law of the whole suite
  --measure WHAT      retrieval, answers, or both (default)
  --jurisdiction NAME only the questions and the law of one jurisdiction
  --server URL --project ID
                      ask a running server; the key is read from GROUNDWORK_API_KEY
  --model ID          answers of a chat model of the endpoint that OPENAI_BASE_URL and OPENAI_API_KEY name
  --limit N           only N questions of each suite, always the same ones
  --embedder FILE     an embedding model in place of the shipped one
  --out FOLDER        where record and report go; else evals/runs/TIME
  --baselines FOLDER  your own baselines; else evals/baselines
  --no-baselines      do not compare with baselines
  --write-baselines   make this run the baselines of its suites

A folder holds queries.jsonl, qrels.tsv, and corpus.jsonl or sources.json; evals/README.md tells what stands in them.
EVAL_DATA_DIR names the folder of the big sets, ../shared/data beside the project when it is not set.
Exit status: 0; 1 when a baseline regresses beyond its tolerance; 2 for what cannot be run.
`;
