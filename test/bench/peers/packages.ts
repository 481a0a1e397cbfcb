import { makePackageFolder } from "../../support/package-folder.ts";

/** Where the bench keeps the peers' packages, its prepared data and its records; no part of the project. */
export { benchFolder } from "../../support/package-folder.ts";

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

/** `installPackages` gives why an install failed, else null; `loadPackage` loads a peer's package. */
export const { install: installPackages, load: loadPackage } = makePackageFolder("peers", peerVersions);
