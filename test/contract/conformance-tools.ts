import { makePackageFolder } from "../support/package-folder.ts";

const versions = {
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
};
const names = Object.keys(versions);
const folder = makePackageFolder("conformance", versions);

/** The official tools that judge the connector and its authorization server; installed by `npm run conformance`. */
export const conformanceTools = {
  /** Installs them in their exact versions; gives why that failed, else null. */
  install: () => folder.install(names),
  areInstalled: () => folder.has(names),
  conformance: folder.program("conformance"),
  inspector: folder.program("mcp-inspector"),
};
