import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Most lines of a function outside and inside `test`. */
const limits = { source: 60, test: 70 };

/** Functions that are flat lists and would only be scattered by splitting, with the most lines each may have. */
const lists: Readonly<Record<string, number>> = { "api/boot/compose.ts compose": 120 };

interface Measured {
  readonly name: string;
  readonly lines: number;
}

/**
 * Returns every function of a source text with the number of its own lines: those of nested functions with a block body
 * count for these only. Callbacks of `describe` are left out: they are lists of tests.
 */
function functionsIn(text: string): Measured[] {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const span = (body: ts.Node) =>
    source.getLineAndCharacterOfPosition(body.end).line - source.getLineAndCharacterOfPosition(body.getStart()).line;
  const found: Measured[] = [];
  const measure = (node: ts.Node): number => {
    let nested = 0;
    ts.forEachChild(node, (child) => {
      nested += measure(child);
    });
    const body = bodyOf(node);
    if (body === undefined) return nested;
    if (!isDescribe(node)) found.push({ name: nameOf(node), lines: span(body) + 1 - nested });
    return span(body);
  };
  measure(source);
  return found;
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  const { body } = node as { body?: ts.Node };
  return ts.isFunctionLike(node) && body !== undefined && ts.isBlock(body) ? body : undefined;
}

function isDescribe(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}

function nameOf(node: ts.Node): string {
  const named = [node, node.parent].map((place) => (place as { name?: ts.Node }).name).find(Boolean);
  return named?.getText() ?? "callback";
}

describe("a function", () => {
  it("has at most 60 lines of its own, and 70 in tests, unless it is listed as a flat list", () => {
    const paths = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts"], {
      cwd: root,
      encoding: "utf8",
    })
      .split("\n")
      .filter((path) => path !== "");
    const measured = paths.flatMap((path) =>
      functionsIn(readFileSync(join(root, path), "utf8")).map(({ name, lines }) => ({
        place: `${path} ${name}`,
        lines,
        most: lists[`${path} ${name}`] ?? (path.startsWith("test/") ? limits.test : limits.source),
      })),
    );
    expect(measured.filter(({ lines, most }) => lines > most)).toEqual([]);
    expect(measured.length).toBeGreaterThan(2_000);
  });

  it("is measured without the functions inside it", () => {
    const lines = (count: number) => "  work();\n".repeat(count);
    const inner = `  const inner = () => {\n${lines(30)}  };\n`;
    expect(functionsIn(`function outer() {\n${lines(10)}${inner}}\n`)).toEqual([
      { name: "inner", lines: 32 },
      { name: "outer", lines: 13 },
    ]);
    expect(functionsIn(`describe("x", () => {\n${lines(90)}});`)).toEqual([]);
  });
});
