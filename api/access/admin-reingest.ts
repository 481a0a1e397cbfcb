import { AccessRefused } from "./access.errors.ts";
import { type AdminCommand, AdminUsage, type AdminValues, type ReingestOrder } from "./admin-arguments.ts";

const flag = { value: "" };
const scopes = ["corpus", "project", "source", "all"] as const;

/** Reads documents again: plans, starts, tells how far it is, or takes back. */
export const reingestCommand: AdminCommand = {
  name: "reingest",
  summary:
    "Reads documents again and publishes what changed, or plans it, or takes the last revision back. Safe to repeat and to interrupt.",
  options: {
    corpus: { value: "CORPUS_ID" },
    project: { value: "PROJECT_ID" },
    source: { value: "SOURCE_ID|JOB_ID|DOCUMENT_ID" },
    all: flag,
    refetch: flag,
    reparse: flag,
    reembed: flag,
    "reread-rules": flag,
    "accept-loss": flag,
    "dry-run": flag,
    rollback: flag,
    status: { value: "RUN_ID" },
  },
  async run({ reingest }, values) {
    if (!reingest) throw new AdminUsage("this process cannot read documents");
    if (values.status !== undefined) {
      const status = await reingest.status(values.status);
      if (!status) throw new AccessRefused("access.invalid", `there is no re-ingest ${values.status}`);
      return status;
    }
    const order = orderOf(values);
    const { scope } = order;
    const plan = await reingest.plan(order);
    if (scope.kind !== "all" && plan.documents === 0)
      throw new AccessRefused("access.invalid", `no document was found for --${scope.kind} ${scope.id}`);
    if (isGiven(values, "rollback")) return reingest.rollBack(scope);
    return isGiven(values, "dry-run") ? plan : reingest.start(order);
  },
  follow(result) {
    const isStarted = "run_id" in result && "documents" in result && result.documents !== 0;
    const isOver = "state" in result && result.state === "finished";
    return isStarted && !isOver ? ["reingest", "--status", String(result.run_id)] : undefined;
  },
};

function orderOf(values: AdminValues): ReingestOrder {
  const given = scopes.filter((name) => (name === "all" ? isGiven(values, name) : values[name] !== undefined));
  const [kind, ...more] = given;
  if (kind === undefined || more.length > 0)
    throw new AdminUsage("reingest needs one of --corpus, --project, --source, --all");
  return {
    scope: kind === "all" ? { kind } : { kind, id: values[kind] ?? "" },
    refetch: isGiven(values, "refetch"),
    reembed: isGiven(values, "reembed"),
    rereadRules: isGiven(values, "reread-rules"),
    acceptLoss: isGiven(values, "accept-loss"),
  };
}

const isGiven = (values: AdminValues, name: string) => values[name] === "true";
