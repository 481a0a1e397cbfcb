import { join } from "node:path";
import { type Compute, computeTask } from "../../../../ingest/index.ts";
import type { RenderedDocument } from "../../../drawing/typst-messages.ts";
import type { DocumentRenderer } from "../../../drawing/typst-renderer.ts";
import { pictureName } from "../document/exhibits.ts";
import type { Notice, ReportDocument } from "../document/report-document.ts";
import type { Exhibit } from "../evidence/report-evidence.ts";
import type * as pictures from "./exhibit-picture.task.ts";
import { printOrder } from "./print-report.ts";

/** A file of a report before it is stored. */
export interface MadeFile {
  readonly label: string;
  readonly docType: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** What the files of a report are made of. */
export interface ReportFilesRequest {
  readonly document: ReportDocument;
  readonly exhibits: readonly Exhibit[];
  /** Beginning of the names of the files. */
  readonly stem: string;
  /** Sentences that were left out because their sources do not carry them. */
  readonly dropped: number;
  readonly readFile: (name: string) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

const packTask = computeTask<typeof pictures, "packFiles">({
  module: join(import.meta.dirname, "exhibit-picture.task.ts"),
  name: "packFiles",
  lane: "background",
  deadlineMs: 30_000,
});

const typeNames = { due_diligence: "Due-diligence report", feasibility: "Feasibility report" } as const;

/**
 * Returns the files of a report (PDF, JSON, ZIP of the exhibits, in that order) and what is incomplete in them.
 *
 * @throws RenderFailed; the reason of the signal
 */
export async function makeReportFiles(
  { renderer, compute }: { readonly renderer: DocumentRenderer; readonly compute: Compute },
  request: ReportFilesRequest,
): Promise<{ readonly made: readonly MadeFile[]; readonly notices: readonly Notice[] }> {
  const { document, stem, signal } = request;
  const shown: Record<string, Uint8Array> = {};
  for (const { kind, file } of request.exhibits) {
    if (file !== null) shown[pictureName(kind)] = await request.readFile(file.picture);
  }
  const printed = await renderer.render(printOrder(document, shown), signal);
  const notices = [...document.notices, ...noticesOfPrint(printed, request.dropped)];
  const files = await bundledFiles(request);
  const zip = await compute.run(packTask, { files, at: document.generated_at }, { signal });
  const json = Buffer.from(`${JSON.stringify({ ...document, notices }, null, 1)}\n`);
  const { report_type: type } = document;
  const name = typeNames[type];
  const made: MadeFile[] = [
    { label: name, docType: type, filename: `${stem}.pdf`, mimeType: "application/pdf", bytes: printed.pdf },
    {
      ...{ label: `${name}, data`, docType: `${type}_data`, filename: `${stem}.json` },
      ...{ mimeType: "application/json", bytes: json },
    },
    {
      ...{ label: `${name}, exhibits`, docType: `${type}_exhibits`, filename: `${stem}-exhibits.zip` },
      ...{ mimeType: "application/zip", bytes: zip },
    },
  ];
  return { made, notices };
}

function noticesOfPrint({ replacedCharacters: replaced, isAccessible }: RenderedDocument, dropped: number): Notice[] {
  const notice = (code: string, detail: string): Notice => ({ code, section: null, detail });
  const told: Notice[] = [];
  if (dropped > 0) {
    told.push(
      notice(
        "sentences_dropped",
        dropped === 1
          ? "1 sentence was left out because its sources do not carry it."
          : `${dropped} sentences were left out because their sources do not carry them.`,
      ),
    );
  }
  if (replaced > 0) {
    const detail = `${replaced} characters have no glyph and are printed as [?]; the JSON file has them.`;
    told.push(notice("characters_replaced", detail));
  }
  if (!isAccessible) told.push(notice("not_accessible", "The PDF is tagged but does not meet PDF/UA-1."));
  return told;
}

/** Returns each exhibit as it was received, the world file of the aerial picture, and an index of all. */
async function bundledFiles({ exhibits, readFile }: ReportFilesRequest) {
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const { file } of exhibits) {
    if (file === null) continue;
    files.push({ name: file.filename, bytes: await readFile(file.original) });
    if (file.world_file !== null) {
      files.push({ name: file.filename.replace(/\.\w+$/, ".pgw"), bytes: Buffer.from(file.world_file) });
    }
  }
  const index = exhibits.map(({ kind, title, file, missing }) => ({
    ...{ kind, title, filename: file?.filename ?? null, attribution: file?.attribution ?? null },
    ...{ usage: file?.usage ?? null, is_synthetic: file?.is_synthetic ?? false, missing },
  }));
  files.push({ name: "index.json", bytes: Buffer.from(`${JSON.stringify(index, null, 1)}\n`) });
  return files;
}
