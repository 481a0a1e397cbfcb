import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Statement, sql } from "../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { repositoryRoot, roomSources } from "../support/room-sources.ts";

const sources = roomSources();

/** Gives every place of a text where `sql` is used otherwise than as the tag of a template, or text is run as a script. */
function otherUses(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isUse = ts.isIdentifier(node) && node.text === "sql";
    const isTag = ts.isTaggedTemplateExpression(node.parent ?? node) && (node.parent as { tag?: ts.Node }).tag === node;
    const isNamed = node.parent && (ts.isImportSpecifier(node.parent) || ts.isExportSpecifier(node.parent));
    if (isUse && !isTag && !isNamed && !ts.isFunctionDeclaration(node.parent)) found.push(node.parent.getText());
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [given] = node.arguments;
      const isFixed = given !== undefined && (ts.isStringLiteral(given) || ts.isNoSubstitutionTemplateLiteral(given));
      if (node.expression.name.text === "script" && !isFixed) found.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Gives the statements of a text that are run without a name in front, by which logs and `pg_stat_statements` know them. */
function namelessStatements(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [given] = node.arguments;
      const isRun = node.expression.name.text === "query" && given && ts.isTaggedTemplateExpression(given);
      if (isRun && !/^sql`-- [a-z_]+\n/.test(given.getText())) found.push(given.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

/** What runs texts that it did not write itself, and why that is safe. */
const scripts: Readonly<Record<string, string>> = {
  "migrations/database.ts": "hands scripts through",
  "ingest/embed/vector-index.ts": "commands over an index, which the database itself writes and quotes",
  "migrations/migrate.ts": "the migrations, which are files of the project",
};

describe("the text of a statement", () => {
  it("stands in the source: `sql` is only ever a tag, and scripts are written out", () => {
    const others = sources
      .filter((path) => !(path in scripts))
      .flatMap((path) => otherUses(readFileSync(join(repositoryRoot, path), "utf8")).map((use) => `${path}: ${use}`));
    expect(others).toEqual([]);
    expect(sources.length).toBeGreaterThan(300);
  });

  it("is kept in a repository, or beside the schema", () => {
    const elsewhere = sources.filter(
      (path) =>
        !path.endsWith(".repository.ts") &&
        !path.startsWith("migrations/") &&
        readFileSync(join(repositoryRoot, path), "utf8").includes("sql`"),
    );
    expect(elsewhere).toEqual([]);
  });

  it("begins with its name", () => {
    const nameless = sources.flatMap((path) => namelessStatements(readFileSync(join(repositoryRoot, path), "utf8")));
    expect(nameless).toEqual([]);
    expect(namelessStatements("db.query(sql`select 1`); db.query<Row>(sql`-- one\nselect 1`);")).toEqual([
      "sql`select 1`",
    ]);
  });

  it("is found where it is put together", () => {
    expect(otherUses("const run = sql; db.query(sql([a + b] as never)); db.script(drop + table);")).toHaveLength(3);
    expect(otherUses('import { sql } from "x"; db.query(sql`-- a\nselect 1`); db.script("begin");')).toEqual([]);
  });
});

describe("a database", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());

  it("runs nothing but what `sql` made, in a transaction or out of it", async () => {
    const one = sql`-- one
      select 1 as one`;
    expect(await db.query(one)).toEqual([{ one: 1 }]);
    const outside = { text: "select 1 as one", values: [] } as unknown as Statement;
    for (const made of [outside, { ...one }, { ...one, text: "select 2" }]) {
      await expect(db.query(made)).rejects.toThrow(TypeError);
      await expect(db.transaction((open) => open.query(made))).rejects.toThrow(TypeError);
    }
    expect(() => Object.assign(one, { text: "select 2" })).toThrow(TypeError);
  });

  it("takes what came from outside as a value, whatever it looks like", async () => {
    const hostile = "1'; drop table organization; --";
    const rows = await db.query(sql`-- echo
      select ${hostile}::text as said`);
    expect(rows).toEqual([{ said: hostile }]);
  });
});
