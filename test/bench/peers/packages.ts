import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Where the bench keeps the peers' packages, its prepared data and its records; no part of the project. */
export const benchFolder = join(import.meta.dirname, "../../../.bench");

const peersFolder = join(benchFolder, "peers");

/** Exact versions by name: what was measured. */
export const peerVersions: Readonly<Record<string, string>> = {
  "@lancedb/lancedb": "0.39.0",
  "@orama/orama": "3.1.18",
  "apache-arrow": "18.1.0",
  "@langchain/classic": "1.0.50",
  "@langchain/community": "1.1.29",
  "@langchain/core": "1.2.13",
  "@langchain/textsplitters": "1.0.2",
  "pdf-parse": "2.4.5",
  "sqlite-vec": "0.1.9",
};

/** Installs the packages that are not there in their exact version; gives the reason when that fails, else null. */
export function installPackages(names: readonly string[]): string | null {
  const missing = names.filter((name) => installedVersion(name) !== peerVersions[name]);
  if (missing.length === 0) return null;
  const wanted = missing.map((name) => `${name}@${peerVersions[name]}`);
  process.stderr.write(`installing ${wanted.join(", ")} into .bench/peers\n`);
  mkdirSync(peersFolder, { recursive: true });
  // A folder without its own package.json would have npm change the project's.
  const manifest = join(peersFolder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const flags = ["--save-exact", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
  const done = spawnSync("npm", ["install", "--prefix", peersFolder, ...flags, ...wanted], {
    encoding: "utf8",
    timeout: 15 * 60_000,
  });
  if (done.status === 0) return null;
  const told = done.stderr?.split("\n").find((line) => line.includes("npm error")) ?? done.error?.message ?? "";
  return `npm could not install ${wanted.join(", ")}: ${told.trim()}`;
}

function installedVersion(name: string): string | null {
  try {
    const manifest = JSON.parse(readFileSync(join(peersFolder, "node_modules", name, "package.json"), "utf8")) as {
      version: string;
    };
    return manifest.version;
  } catch {
    return null;
  }
}

/** Loads a peer's package; the caller names the few members it uses, because its types are not installed. */
export function loadPackage<Members>(name: string): Members {
  return createRequire(join(peersFolder, "package.json"))(name) as Members;
}
