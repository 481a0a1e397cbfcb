import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** A regular expression as it stands in a source file. */
export interface WrittenPattern {
  /** File and line, as `api/http/app.ts:12`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** What stands for a text that only a running program knows. */
const unknown = "word";

/**
 * Gives every regular expression of the files: literals, and those made by `RegExp`, put together from the constants
 * around them. Where a part of one is not known before the program runs, a word stands for it.
 */
export function writtenPatterns(root: string, paths: readonly string[]): WrittenPattern[] {
  const files = new Files(root);
  return paths.flatMap((path) => patternsOf(files.read(path), files));
}

/** Gives every regular expression of a text. */
export function patternsIn(text: string): WrittenPattern[] {
  const files = new Files("");
  return patternsOf({ path: "a.ts", tree: ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true) }, files);
}

interface SourceFile {
  readonly path: string;
  readonly tree: ts.SourceFile;
}

class Files {
  readonly #root: string;
  readonly #read = new Map<string, SourceFile>();
  constructor(root: string) {
    this.#root = root;
  }
  read(path: string): SourceFile {
    const known = this.#read.get(path);
    if (known) return known;
    const text = readFileSync(join(this.#root, path), "utf8");
    const file = { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    this.#read.set(path, file);
    return file;
  }
  imported(from: SourceFile, specifier: string): SourceFile | undefined {
    const path = join(dirname(from.path), specifier);
    return specifier.startsWith(".") && existsSync(join(this.#root, path)) ? this.read(path) : undefined;
  }
}

function patternsOf(file: SourceFile, files: Files): WrittenPattern[] {
  const found: WrittenPattern[] = [];
  const visit = (node: ts.Node) => {
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const place = `${file.path}:${line}`;
    if (ts.isRegularExpressionLiteral(node)) found.push({ place, ...partsOf(node.text) });
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isMade && ts.isIdentifier(node.expression) && node.expression.text === "RegExp") {
      const [source, flags] = node.arguments ?? [];
      for (const text of source ? valuesOf(source, { file, files }) : []) {
        found.push({ place, source: text, flags: flags && ts.isStringLiteral(flags) ? flags.text : "" });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf("/");
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

interface Where {
  readonly file: SourceFile;
  readonly files: Files;
}

/** Gives what an expression comes to: one text, or each of those in a list that it is taken from. */
function valuesOf(node: ts.Expression, where: Where): string[] {
  if (ts.isIdentifier(node)) {
    const list = listBehind(node, where);
    if (list) return list;
  }
  return [textOf(node, where)];
}

/** Gives the text that an expression comes to; `unknown` where only a running program knows it. */
function textOf(node: ts.Expression, where: Where, depth = 0): string {
  if (depth > 30) return unknown;
  const read = (inner: ts.Expression) => textOf(inner, where, depth + 1);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isNumericLiteral(node))
    return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return read(node.expression);
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => read(span.expression) + span.literal.text).join("");
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw") {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText ?? template.text;
    const raw = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) => part.rawText ?? part.text;
    return (
      raw(template.head) + template.templateSpans.map((span) => read(span.expression) + raw(span.literal)).join("")
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return read(node.left) + read(node.right);
  }
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text).source;
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") return read(node.expression);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    const list = name.text === "join" ? listOf(expression, where, depth + 1) : undefined;
    const [between] = node.arguments;
    if (list) return list.join(between ? read(between) : ",");
  }
  if (ts.isIdentifier(node)) {
    const constant = constantOf(node.text, where);
    if (constant) return textOf(constant.value, constant.where, depth + 1);
  }
  return unknown;
}

/** Gives the texts of a list that is written out, whatever it is mapped or sorted by afterwards. */
function listOf(node: ts.Expression, where: Where, depth = 0): string[] | undefined {
  if (depth > 30) return undefined;
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? (listOf(element.expression, where, depth + 1) ?? [unknown])
        : [textOf(element, where, depth + 1)],
    );
  }
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return listOf(node.expression, where, depth + 1);
  if (ts.isIdentifier(node)) {
    const constant = constantOf(node.text, where);
    return constant && listOf(constant.value, constant.where, depth + 1);
  }
  return undefined;
}

/** Gives the list that a parameter of a `map` goes through, as `pattern` in `[…].map((pattern) => new RegExp(pattern))`. */
function listBehind(node: ts.Identifier, where: Where): string[] | undefined {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const call = at.parent;
    if (!ts.isArrowFunction(at) || !at.parameters.some(({ name }) => name.getText() === node.text)) continue;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
    return call.expression.name.text === "map" ? listOf(call.expression.expression, where) : undefined;
  }
  return undefined;
}

/** Finds the constant of a name: of the file itself, or of one that it imports. */
function constantOf(name: string, where: Where): { value: ts.Expression; where: Where } | undefined {
  let found: { value: ts.Expression; where: Where } | undefined;
  const visit = (node: ts.Node) => {
    if (found) return;
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer) {
      found = { value: node.initializer, where };
    }
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const named = node.importClause?.namedBindings;
      const isNamed = named && ts.isNamedImports(named) && named.elements.some((one) => one.name.text === name);
      const file = isNamed ? where.files.imported(where.file, node.moduleSpecifier.text) : undefined;
      if (file) found = constantOf(name, { ...where, file });
    }
    ts.forEachChild(node, visit);
  };
  visit(where.file.tree);
  return found;
}
