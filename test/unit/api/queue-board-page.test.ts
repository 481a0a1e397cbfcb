import { describe, expect, it } from "vitest";
import type { BoardRow } from "../../../api/operators/queue-board.repository.ts";
import { queueBoardPage } from "../../../api/operators/queue-board-page.ts";

const now = new Date("2026-03-04T05:06:07Z");
const row: BoardRow = {
  id: "job_one",
  name: "upload-ingest",
  org_id: "org_one",
  project_id: null,
  attempt: 1,
  max_attempts: 4,
  interruptions: 0,
  percent: 10,
  stage: "",
  error: null,
  is_canceling: false,
  created_at: now,
  run_at: now,
  started_at: now,
  finished_at: null,
  lease_seconds: 10,
  due_seconds: 0,
};

const pageOf = (running: readonly BoardRow[], jobs = running.length) =>
  queueBoardPage(
    {
      at: now,
      counts: [{ name: "upload-ingest", state: "running", jobs }],
      oldestDueSeconds: 0,
      waiting: [],
      running,
      failed: [],
      canRetry: () => true,
    },
    null,
  ).text();

describe("the queue board's page", () => {
  it("marks a running job whose worker fell silent, and says how often that happened before", async () => {
    const text = await pageOf([{ ...row, lease_seconds: -30, interruptions: 2 }]);
    expect(text).toContain("ran out");
    expect(text).toContain("2 cut short");
  });

  it("offers no second cancel for a job that is being canceled", async () => {
    const text = await pageOf([{ ...row, is_canceling: true }]);
    expect(text).toContain("being canceled");
    expect(text).not.toContain("<form");
  });

  it("says when there are more jobs than it shows", async () => {
    expect(await pageOf([row], 180)).toContain("The first 1 of 180.");
    expect(await pageOf([row])).not.toContain("The first");
  });
});
