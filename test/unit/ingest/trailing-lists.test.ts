import { describe, expect, it } from "vitest";
import { parseText } from "../../support/documents/parse.ts";

const pipes = (...rows: readonly (readonly [mark: string, text: string])[]) =>
  rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
const page = (...parts: readonly string[]) => parts.join("\n");
const fees = page("9.1 Fees", "The fees are these.", pipes(["a.", "For a permit."], ["b.", "For a copy."]));
const hours = page("9.2 Hours", "The hours are these.", pipes(["a.", "In summer."], ["b.", "In winter."]));

/** The text of pages whose tables a service put at their ends. */
async function textOf(...pages: readonly string[]): Promise<string> {
  const { text } = await parseText([...pages, fees, hours].join("\f"));
  return text.replaceAll(/\s+/g, " ");
}

describe("a list that a service put at the end of its page", () => {
  it("moves to the top of its page where the page before ends with the preceding item", async () => {
    const text = await textOf(
      page("3.1 Uses of the I-2 zone", "These uses are permitted:", "a.", "Any use of the I-1 zone."),
      page(
        "The site plan shows them.",
        "3.2 Special permits",
        "1.",
        "Kennels.",
        pipes(["b.", "Mills."], ["c.", "Yards."]),
      ),
    );
    expect(text).toContain("a. Any use of the I-1 zone. b. Mills. c. Yards. The site plan shows them.");
  });

  it("stays where the page begins with the rest of that item", async () => {
    const text = await textOf(
      page("3.1 Uses of the I-2 zone", "These uses are permitted:", "a.", "Any use of the"),
      page("zone beside it.", "3.2 Special permits", "Kennels need one.", pipes(["b.", "Mills."], ["c.", "Yards."])),
    );
    expect(text).toContain("Kennels need one. b. Mills.");
  });

  it("stands behind the one line that announces a list and is followed by the next item", async () => {
    const text = await textOf(
      page(
        "3.1 Uses of the I-2 zone",
        "1.",
        "Schools, provided:",
        "2.",
        "Churches.",
        pipes(["a.", "There is a yard."], ["b.", "There is a fence."]),
      ),
      page("3.2 Signs", "Signs are allowed."),
    );
    expect(text).toContain("1. Schools, provided: a. There is a yard. b. There is a fence. 2. Churches.");
  });

  it("stays where two lines announce one", async () => {
    const text = await textOf(
      page(
        "3.1 Uses of the I-2 zone",
        "1.",
        "Schools, provided:",
        "2.",
        "Clubs, provided:",
        "3.",
        "Churches.",
        pipes(["a.", "There is a yard."], ["b.", "There is a fence."]),
      ),
      page("3.2 Signs", "Signs are allowed."),
    );
    expect(text).toContain("3. Churches. a. There is a yard.");
  });
});
