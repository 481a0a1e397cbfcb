import type { Database } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { Problem, problem } from "../../http/problem.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import { runView } from "./run-view.ts";
import type { RunView } from "./runs.model.ts";
import * as repository from "./runs.repository.ts";

/** Reads runs. */
export interface Runs {
  /** @throws Problem not_found, also for a run of a project that the caller does not see */
  get(principal: Principal, runId: string): Promise<RunView>;
  list(
    principal: Principal,
    projectId: string,
    page: Page,
  ): Promise<{ readonly items: RunView[]; readonly lastId: string | undefined }>;
}

/** Makes the reader of runs. */
export function makeRuns(deps: { readonly db: Database; readonly getVisibleProject: GetVisibleProject }): Runs {
  const { db, getVisibleProject } = deps;
  return {
    async get(principal, runId) {
      const run = await repository.findRun(db, runId);
      if (!run) throw noSuchRun();
      await getVisibleProject(principal, run.project_id).catch((error: unknown) => {
        // A run that is not there and one that the caller does not see are told alike.
        throw error instanceof Problem && error.code === "not_found" ? noSuchRun() : error;
      });
      return runView(run);
    },
    async list(principal, projectId, page) {
      await getVisibleProject(principal, projectId);
      const rows = await repository.listRuns(db, projectId, page);
      const shown = rows.slice(0, page.limit);
      return { items: shown.map(runView), lastId: rows.length > page.limit ? shown.at(-1)?.id : undefined };
    },
  };
}

const noSuchRun = () => problem("not_found", { detail: "No run of yours has that id." });
