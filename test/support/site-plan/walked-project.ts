import type { ComposedService } from "../composed-service.ts";
import type { TestAnswer } from "../http.ts";

/** The members of a step that tests read. */
export interface Step {
  readonly questions: readonly {
    readonly question_id: string;
    readonly zone_id: string | null;
    readonly required: boolean;
    readonly schema: Readonly<Record<string, unknown>>;
    readonly recommended: { readonly value: unknown; readonly reason: string } | null;
  }[];
  readonly answered: readonly {
    readonly question_id: string;
    readonly zone_id: string | null;
    readonly value: unknown;
  }[];
  readonly inferred: readonly { readonly question_id: string; readonly value: unknown }[];
  readonly remaining_question_ids: readonly string[];
  readonly complete: boolean;
  readonly completeness: { readonly ready: boolean; readonly missing_required: readonly unknown[] };
  readonly selected_workflow_id: string | null;
  readonly planning_session_id: string;
  readonly state_version: number;
}

/** Answers by the members of an answers body. */
export type Answers = Readonly<Record<string, unknown>>;

/** Calls the operations of site plans of one project over HTTP, as one client. */
export class PlanningClient {
  readonly app: Pick<ComposedService, "call">;
  readonly key: string;
  readonly projectId: string;

  constructor(app: Pick<ComposedService, "call">, key: string, projectId: string) {
    this.app = app;
    this.key = key;
    this.projectId = projectId;
  }

  get(path: string): Promise<TestAnswer> {
    return this.app.call("GET", `/v1/projects/${this.projectId}/${path}`, { key: this.key });
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.app.call("POST", `/v1/projects/${this.projectId}/${path}`, { key: this.key, body, headers });
  }

  /** Returns the step of the interview. */
  async step(): Promise<Step> {
    return (await this.get("interview/step")).json as unknown as Step;
  }

  /** Sends answers under the session of the moment. */
  async answer(answers: Answers, fence: object = {}): Promise<TestAnswer> {
    const { planning_session_id } = await this.step();
    return this.post("interview/answers", { planning_session_id, answers, ...fence });
  }

  /** Sends a write that needs nothing but the session of the moment. */
  async write(path: string, body: object = {}): Promise<TestAnswer> {
    const { planning_session_id } = await this.step();
    return this.post(path, { planning_session_id, ...body });
  }

  /** Answers everything that is asked: as `given` says, else as it is recommended. Returns the last step. */
  async walk(given: Answers): Promise<Step> {
    let step = await this.step();
    for (let rounds = 0; step.questions.length > 0; rounds++) {
      if (rounds > 60) throw new Error(`the interview does not end: ${step.remaining_question_ids.join(", ")}`);
      const answers = Object.fromEntries(
        step.questions.map(({ question_id: id, zone_id: zone, recommended }) => {
          const member = zone === null ? id : `${id}@${zone}`;
          const value = given[member] ?? given[id] ?? recommended?.value;
          if (value === undefined) throw new Error(`nothing is recommended for ${member}`);
          return [member, value];
        }),
      );
      const answer = await this.answer(answers);
      if (answer.status !== 200) throw new Error(answer.text);
      step = answer.json as unknown as Step;
    }
    return step;
  }

  /** Walks the interview, approves the program and proposes a concept; returns the proposal. */
  async propose(given: Answers): Promise<Readonly<Record<string, unknown>>> {
    await this.walk(given);
    const approved = await this.write("site-plan/program/approve");
    if (approved.status !== 200) throw new Error(approved.text);
    const proposed = await this.write("site-plan/proposals");
    if (proposed.status !== 201) throw new Error(proposed.text);
    return proposed.json;
  }
}

/** Creates a project, waits until it is set up and settles its zoning; returns its id. */
export async function createPlannedProject(
  app: Pick<ComposedService, "call">,
  key: string,
  body: object,
): Promise<string> {
  const created = await app.call("POST", "/v1/projects", {
    key,
    body: { goal_text: "Build", allow_duplicate: true, ...body },
  });
  if (created.status !== 202) throw new Error(created.text);
  const path = `/v1/projects/${created.json.project_id}`;
  for (let tries = 0; tries < 600; tries++) {
    const { json } = await app.call("GET", path, { key });
    if (json.status === "ready") return String(json.project_id);
    if (json.status === "failed") throw new Error(JSON.stringify(json));
    if (json.status === "zoning_verification_required") {
      for (const [index] of (json.parcels as readonly unknown[]).entries()) {
        const correction = { action: "correct", zoning_code: "R-2" };
        await app.call("PATCH", `${path}/parcels/${index}/zoning`, { key, body: correction });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the project is still being set up");
}
