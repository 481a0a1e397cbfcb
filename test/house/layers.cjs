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

/**
 * Order inside `api`: a folder imports the folders before it in this list, and no type of one after it. The features
 * have no order among themselves; `siblingRules` is about them. SQL is checked by `statements.test.ts`.
 */
const parts = [
  "geometry",
  "pictures",
  "drawing",
  "http",
  "storage",
  "jobs",
  "demo-town",
  "providers",
  "tools",
  "mcp",
  "access",
  "commerce",
  "knowledge",
  "land",
  "delivery",
  "operators",
  "boot",
];
const features = ["access", "commerce", "knowledge", "land", "delivery"];
const partRules = parts.flatMap((part, position) =>
  parts
    .slice(position + 1)
    .filter((later) => !(features.includes(part) && features.includes(later)))
    .map((later) => ({
      name: `api-${part}-must-not-import-api-${later}`,
      severity: "error",
      from: { path: `^api/${part}/` },
      to: { path: `^api/${later}/` },
    })),
);

/** What each feature imports from `access` at run time: the audit trail, and which projects a caller may see. */
const sharedAccess = "^api/access/(audit/|project-visibility\\.repository\\.ts$)";
const siblingRules = features.map((feature) => ({
  name: `api-${feature}-imports-only-types-of-its-siblings`,
  severity: "error",
  from: { path: `^api/${feature}/` },
  to: {
    path: `^api/(${features.filter((other) => other !== feature).join("|")})/`,
    pathNot: sharedAccess,
    dependencyTypesNot: ["type-only"],
  },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true, dependencyTypesNot: ["type-only"] } },
    ...upward,
    ...doorways,
    ...partRules,
    ...siblingRules,
    {
      name: "langchain-is-loaded-when-it-is-needed",
      comment: "It takes 0.7 s and 90 MB of a start; services without a language model never need it.",
      severity: "error",
      from: {
        path: "^(ingest|retrieval|agent|api)/",
        pathNot: "^agent/(language-model/|models/(openai-model|watch-model)\\.ts$)",
      },
      to: {
        path: "node_modules/(@langchain|langchain)/|^agent/(language-model/|models/(openai-model|watch-model)\\.ts$)",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "api-knowledge-declares-what-it-asks-of-commerce",
      comment: "A charge is a function type of knowledge; commerce implements it and boot connects the two.",
      severity: "error",
      from: { path: "^api/knowledge/" },
      to: { path: "^api/commerce/" },
    },
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
