import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A document to be compiled; its data are clean. */
export interface TypstSource {
  readonly template: string;
  readonly dataJson: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly createdAt: number;
  readonly fonts: readonly Uint8Array[];
}

/** Compiles a document to PDF. `isAccessible` is false where it could not be made to meet PDF/UA-1. */
export type CompileTypst = (
  source: TypstSource,
) => Promise<{ readonly pdf: Uint8Array; readonly isAccessible: boolean }>;

/** The members of the native compiler that are used; its package has no types. */
interface NativeTypst {
  readonly NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontBlobs: readonly Uint8Array[] }[] }): NativeCompiler;
  };
}
interface NativeCompiler {
  mapShadow(path: string, content: Uint8Array): void;
  addSource(path: string, content: string): void;
  compile(options: { mainFilePath: string; inputs: Record<string, string> }): NativeResult;
  pdf(document: object, options: { pdfStandard?: string; creationTimestamp: number }): Uint8Array;
  fetchDiagnostics(error: object): { readonly message: string }[];
}
interface NativeResult {
  readonly result: object | null;
  takeDiagnostics(): object | null;
}

/** A folder that need not exist: every file of a document is given, and nothing else can be read. */
const folder = "/drawing";
const mainFile = "main.typ";

/** Loads the native compiler of this machine, or the one for all machines where there is none. */
export async function loadTypst(): Promise<CompileTypst> {
  const require = createRequire(import.meta.url);
  let native: NativeTypst;
  try {
    native = require("@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu");
  } catch {
    return compileByWebAssembly;
  }
  return async (source) => compileNatively(native, source);
}

function compileNatively({ NodeCompiler }: NativeTypst, source: TypstSource) {
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: source.fonts }] });
  for (const [name, bytes] of Object.entries(source.files)) compiler.mapShadow(join(folder, name), Buffer.from(bytes));
  compiler.addSource(join(folder, mainFile), source.template);
  const main = { mainFilePath: join(folder, mainFile), inputs: { data: source.dataJson } };
  const compiled = compiler.compile(main);
  if (compiled.result === null) {
    const fault = compiled.takeDiagnostics();
    const messages = fault === null ? [] : compiler.fetchDiagnostics(fault).map(({ message }) => message);
    throw new Error(messages.join("; ") || "the document could not be compiled");
  }
  const creationTimestamp = source.createdAt;
  try {
    const pdf = compiler.pdf(compiled.result, { pdfStandard: "ua-1", creationTimestamp });
    return { pdf: withoutSuspects(pdf), isAccessible: true };
  } catch {
    return { pdf: withoutSuspects(compiler.pdf(compiled.result, { creationTimestamp })), isAccessible: false };
  }
}

const markInfo = "/Marked true\n    /Suspects false\n";
const withoutEntry = "/Marked true\n".padEnd(markInfo.length);

/**
 * Blanks an entry of the catalog that states its own default; Poppler reports it as a fault unless it is true. The length of
 * the file does not change, so its cross-reference table stays valid.
 *
 * @see ISO 32000-1, table 321
 */
function withoutSuspects(pdf: Uint8Array): Uint8Array {
  const at = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).lastIndexOf(markInfo);
  if (at !== -1) pdf.set(Buffer.from(withoutEntry), at);
  return pdf;
}

/** Compiles by WebAssembly, which runs on every machine; it is slower and has no switch for PDF/UA. */
export async function compileByWebAssembly(source: TypstSource) {
  const web = await import("@myriaddreamin/typst-ts-web-compiler");
  const module = fileURLToPath(import.meta.resolve("@myriaddreamin/typst-ts-web-compiler/wasm"));
  web.initSync({ module: await readFile(module) });
  const builder = new web.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of source.fonts) await builder.add_raw_font(font);
  const compiler = await builder.build();
  for (const [name, bytes] of Object.entries(source.files)) compiler.map_shadow(`/${name}`, bytes);
  compiler.add_source(`/${mainFile}`, source.template);
  const compiled: { result?: unknown; diagnostics?: unknown } | Uint8Array = compiler.compile(
    `/${mainFile}`,
    [["data", source.dataJson]],
    "pdf",
    1,
  );
  const pdf = compiled instanceof Uint8Array ? compiled : compiled.result;
  if (!(pdf instanceof Uint8Array)) {
    const why = compiled instanceof Uint8Array ? "" : JSON.stringify(compiled.diagnostics ?? "");
    throw new Error(`the document could not be compiled: ${why}`);
  }
  return { pdf, isAccessible: false };
}
