import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Where packages that are no part of the project are kept, and what is made with them; not under version control. */
export const benchFolder = join(import.meta.dirname, "../../.bench");

/** A folder of packages that a bench or a check brings for itself, in exact versions. */
export interface PackageFolder {
  /** Installs the named packages that are not there in their exact version; gives why that failed, else null. */
  install(names: readonly string[]): string | null;
  /** True when every named package is there in its exact version. */
  has(names: readonly string[]): boolean;
  /** Loads a package; the caller names the few members it uses, because its types are not installed. */
  load<Members>(name: string): Members;
  /** Path of a program that a package brings. */
  program(name: string): string;
}

/** Makes a folder of packages under the bench folder; `versions` gives the exact version by name. */
export function makePackageFolder(name: string, versions: Readonly<Record<string, string>>): PackageFolder {
  const folder = join(benchFolder, name);
  const manifestOf = (...path: string[]) => join(folder, ...path, "package.json");
  const isThere = (wanted: string) => {
    try {
      const manifest = JSON.parse(readFileSync(manifestOf("node_modules", wanted), "utf8")) as { version: string };
      return manifest.version === versions[wanted];
    } catch {
      return false;
    }
  };
  return {
    install(names) {
      const wanted = names.filter((each) => !isThere(each)).map((each) => `${each}@${versions[each]}`);
      if (wanted.length === 0) return null;
      process.stderr.write(`installing ${wanted.join(", ")} into .bench/${name}\n`);
      mkdirSync(folder, { recursive: true });
      // A folder without its own package.json would have npm change the project's.
      if (!existsSync(manifestOf())) writeFileSync(manifestOf(), '{ "private": true }\n');
      const flags = ["--save-exact", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
      // A silent `npm run` would have this one silent too, and its reason lost.
      flags.push("--loglevel=error");
      const done = spawnSync("npm", ["install", "--prefix", folder, ...flags, ...wanted], {
        encoding: "utf8",
        timeout: 15 * 60_000,
      });
      if (done.status === 0) return null;
      const told = done.stderr?.split("\n").find((line) => line.includes("npm error")) ?? done.error?.message ?? "";
      return `npm could not install ${wanted.join(", ")}: ${told.trim()}`;
    },
    has: (names) => names.every(isThere),
    load: <Members>(wanted: string) => createRequire(manifestOf())(wanted) as Members,
    program: (wanted) => join(folder, "node_modules/.bin", wanted),
  };
}
