import { describe, expect, it } from "vitest";
import { terminalLine } from "../../../../api/boot/terminal-lines.ts";

describe("terminalLine", () => {
  it("shows time, message and members, and names a level other than info", () => {
    const record = {
      level: "warn",
      time: "2026-11-22T08:01:02.345Z",
      chore: "old-links",
      touched: 2,
      msg: "chore failed",
    };
    expect(terminalLine(`${JSON.stringify(record)}\n`)).toBe("08:01:02 WARN chore failed chore=old-links touched=2\n");
    expect(terminalLine('{"level":"info","time":"2026-11-22T08:01:02.345Z","msg":"stopped"}\n')).toBe(
      "08:01:02 stopped\n",
    );
  });
});
