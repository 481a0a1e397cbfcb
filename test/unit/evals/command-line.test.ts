import { describe, expect, it } from "vitest";
import { BadArgument, readCommand } from "../../../evals/command-line.ts";

function run(...argv: string[]) {
  const command = readCommand(argv);
  if (command.command !== "run") throw new Error("a run was meant");
  return command;
}

describe("npm run evals", () => {
  it("runs everything in the main configurations, inside the jurisdiction, when nothing is said", () => {
    const command = run();
    expect(command).toMatchObject({ suites: [], scope: "jurisdiction", server: null, checksBaselines: true });
    expect(command.configurations.map(({ name }) => name)).toEqual([
      "bm25",
      "keyword",
      "dense",
      "hybrid",
      "hybrid+rerank",
    ]);
  });

  it("takes a first word that is no command for a suite", () => {
    expect(run("my/folder", "alder-falls").suites).toEqual(["my/folder", "alder-falls"]);
    expect(run("run", "alder-falls").suites).toEqual(["alder-falls"]);
  });

  it("takes configurations by name and by group, each once", () => {
    const names = run("--config", "dense,main", "--config", "rrf").configurations.map(({ name }) => name);
    expect(names).toEqual(["bm25", "keyword", "dense", "hybrid", "hybrid+rerank", "rrf"]);
  });

  it("asks a server only for what a server can do, and not against baselines", () => {
    const command = run("x", "--server", "http://localhost:3000/", "--project", "prj_1");
    expect(command.server).toEqual({ url: "http://localhost:3000", projectId: "prj_1" });
    expect(command.configurations.map(({ name }) => name)).toEqual(["hybrid", "hybrid+rerank"]);
    expect(command.checksBaselines).toBe(false);
  });

  it("asks a chat model for answers alone, and not against baselines", () => {
    const command = run("--model", "town-model", "--limit", "5");
    expect(command).toMatchObject({ model: "town-model", limit: 5, embedder: null, checksBaselines: false });
    expect([...command.measures]).toEqual(["answers"]);
    expect([...run("--model", "m", "--measure", "retrieval,answers").measures]).toEqual(["retrieval", "answers"]);
  });

  it.each([
    [["--config", "magic"], /--config magic: choose of main, ablation, all, bm25/],
    [["--scope", "town"], /--scope town: write jurisdiction .* or all/],
    [["--measure", "speed"], /--measure speed: write retrieval, answers/],
    [["x", "--server", "http://localhost:3000"], /--server needs --project/],
    [["x", "--project", "prj_1"], /--project needs --server/],
    [["--server", "http://localhost:3000", "--project", "p"], /--server needs the folder of questions/],
    [["x", "--server", "nowhere", "--project", "p"], /--server nowhere is no address/],
    [
      ["x", "--server", "http://h", "--project", "p", "--config", "dense"],
      /--config dense cannot be asked of a server/,
    ],
    [["--write-baselines", "--jurisdiction", "a"], /--write-baselines takes whole suites/],
    [["--embedder", "no-such-file"], /--embedder no-such-file: there is no such file/],
    [["x", "--server", "http://h", "--project", "p", "--model", "m"], /--model cannot be used with --server/],
    [["--limit", "0"], /--limit 0: write how many questions/],
    [["--limit", "two"], /--limit two: write how many questions/],
    [["--write-baselines", "--limit", "3"], /--write-baselines takes whole suites/],
    [["compare", "one"], /compare takes two runs/],
    [["gate", "alder-falls"], /gate takes no suites/],
    [["--no-such"], /--no-such.*see npm run evals -- help/],
  ])("refuses %j and says what to write", (argv, message) => {
    expect(() => readCommand(argv)).toThrow(BadArgument);
    expect(() => readCommand(argv)).toThrow(message);
  });
});
