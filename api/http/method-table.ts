import type { Operation } from "./operation.ts";
import { type Problem, problem } from "./problem.ts";

/** Knows which methods each path answers, for requests that no route took. */
export interface MethodTable {
  /** Gives 405 with the allowed methods when the path exists under another method, else 404. */
  refusal(method: string, pathname: string): Problem;
}

type Declared = Pick<Operation, "path"> & {
  readonly method: string;
  readonly hasEffects?: boolean;
  readonly head?: unknown;
};

/** Makes the table from what is declared. */
export function makeMethodTable(declared: readonly Declared[]): MethodTable {
  const paths = declared.map((route) => ({
    pattern: new RegExp(`^${route.path.replace(/[.+]/g, "\\$&").replace(/\{[a-z_]+\}/g, "[^/]+")}$`),
    methods: answersHead(route) ? [route.method, "HEAD"] : [route.method],
  }));
  return {
    refusal(method, pathname) {
      const allowed = new Set(paths.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods));
      if (allowed.size === 0) {
        return problem("not_found", { detail: "There is nothing at this address." });
      }
      const list = [...allowed].sort().join(", ");
      const detail = `This address does not answer ${method.slice(0, 20)}; it answers ${list}.`;
      return problem("method_not_allowed", { detail }, { headers: { allow: list } });
    },
  };
}

function answersHead(route: Declared): boolean {
  return route.method === "GET" && (!route.hasEffects || route.head !== undefined);
}
