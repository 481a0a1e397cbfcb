import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { analyserVersion, keywordVersion, questionModelFiles, shippedStaticModel } from "../ingest/index.ts";
import { readLayRules, shippedSayings } from "../retrieval/index.ts";
import type { RunCommand } from "./command-line.ts";
import type { ModelRecord, RunRecord } from "./run-record.ts";

/** The commit of the code and whether files differ from it; null outside a checkout. */
export function commitOf(folder: string): RunRecord["commit"] {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return { id: git("rev-parse", "HEAD"), isClean: git("status", "--porcelain", "--untracked-files=no") === "" };
  } catch {
    return null;
  }
}

/** Everything that decides a result besides code and data: what was switched on, the model, the rules, the analyser. */
export function configurationOf(command: RunCommand, model: ModelRecord | undefined): Record<string, unknown> {
  return {
    configurations: command.configurations.map(({ name, settings, expands, reranks }) => ({
      name,
      expands,
      reranks,
      settings: Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [key, typeof value === "function" ? String(value) : value]),
      ),
    })),
    scope: command.scope,
    server: command.server?.url ?? null,
    embedder: command.server ? null : filesOfEmbedder(command.embedder ?? shippedStaticModel).map(sha256OfFile),
    ...(model ? { model: model.id, modelSettings: model.settings } : {}),
    ...(command.limit === null ? {} : { limit: command.limit }),
    sayings: command.server ? null : sha256OfFile(shippedSayings),
    layRules: command.server ? null : sha256(JSON.stringify(readLayRules())),
    analyser: analyserVersion,
    keywordIndex: keywordVersion,
  };
}

/** A short name of a configuration: equal for equal ones. */
export function hashOf(configuration: Readonly<Record<string, unknown>>): string {
  return sha256(JSON.stringify(configuration)).slice(0, 16);
}

function filesOfEmbedder(model: string | URL): URL[] {
  const file = model instanceof URL ? model : pathToFileURL(resolve(model));
  const { said, known } = questionModelFiles(file);
  return [file, said, known].filter((path) => existsSync(path));
}

const sha256OfFile = (file: URL) => sha256(readFileSync(file));

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
