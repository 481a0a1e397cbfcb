/** Imports point down only, and into another module only through its `index.ts`. */
const rooms = ["migrations", "ingest", "retrieval", "agent", "api"];

const upward = rooms.flatMap((room, floor) =>
  rooms.slice(floor + 1).map((above) => ({
    name: `${room}-must-not-import-${above}`,
    severity: "error",
    from: { path: `^${room}/` },
    to: { path: `^${above}/` },
  })),
);

const doorways = rooms.slice(0, -1).map((room) => ({
  name: `only-through-the-doorway-of-${room}`,
  severity: "error",
  from: { path: "^(ingest|retrieval|agent|api|evals)/", pathNot: `^${room}/` },
  to: { path: `^${room}/`, pathNot: `^${room}/index\\.ts$` },
}));

/** Order inside `api`: a folder may import the folders before it in this list. SQL is checked by `statements.test.ts`. */
const roof = [
  "geometry",
  "http",
  "storage",
  "jobs",
  "providers",
  "mcp",
  "access",
  "commerce",
  "knowledge",
  "land",
  "delivery",
  "operators",
  "boot",
];
const wings = ["access", "commerce", "knowledge", "land", "delivery"];
const roofRules = roof.flatMap((part, floor) =>
  roof
    .slice(floor + 1)
    .filter((above) => !(wings.includes(part) && wings.includes(above)))
    .map((above) => ({
      name: `api-${part}-must-not-import-api-${above}`,
      severity: "error",
      from: { path: `^api/${part}/` },
      to: { path: `^api/${above}/`, dependencyTypesNot: ["type-only"] },
    })),
);

/** What every feature needs of `access` at run time: the audit trail, and which projects a caller may see. */
const sharedAccess = "^api/access/(audit/|project-visibility\\.repository\\.ts$)";
const siblingRules = wings.map((wing) => ({
  name: `api-${wing}-imports-only-types-of-its-siblings`,
  severity: "error",
  from: { path: `^api/${wing}/` },
  to: {
    path: `^api/(${wings.filter((other) => other !== wing).join("|")})/`,
    pathNot: sharedAccess,
    dependencyTypesNot: ["type-only"],
  },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true, dependencyTypesNot: ["type-only"] } },
    ...upward,
    ...doorways,
    ...roofRules,
    ...siblingRules,
    {
      name: "nothing-imports-the-yard",
      severity: "error",
      from: { path: "^(migrations|ingest|retrieval|agent|api)/" },
      to: { path: "^(evals|test)/" },
    },
    {
      name: "drivers-only-in-migrations",
      severity: "error",
      from: { path: "^(ingest|retrieval|agent|api|evals)/" },
      to: { path: "node_modules/(pg|@electric-sql)/" },
    },
    {
      name: "no-unresolvable-imports",
      severity: "error",
      from: { path: "^(migrations|ingest|retrieval|agent|api|evals|test)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
