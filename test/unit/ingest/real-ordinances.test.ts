import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { chunkDocument, detectMediaType, headBytes, parseDocument } from "../../../ingest/index.ts";

const data = join(import.meta.dirname, "../../../../shared/data");
const hasData = existsSync(data);
const name = hasData ? "real ordinances" : "real ordinances (skipped: ../shared/data is not here)";

/** What the genre promises of each file, found by reading it: sections that must be there, and the least share of text inside numbered sections. */
const files: readonly { readonly path: string; readonly sections: readonly string[]; readonly share: number }[] = [
  { path: "ord-somerville-ma/somerville-zoning.md", sections: ["3.1.8", "8.1.4", "15.2.1"], share: 0.95 },
  {
    path: "ord-halifax-peninsula-ns/halifax-peninsula-land-use-by-law-2017.txt",
    sections: ["27(1)", "28", "49(1)"],
    share: 0.55,
  },
  {
    path: "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt",
    sections: ["2-1", "117-178", "5.3"],
    share: 0.85,
  },
  { path: "ct-zoning-pages/docs/ct-weston.html", sections: ["240-1", "240-11", "240-43"], share: 0.85 },
  { path: "ct-zoning-pages/docs/ct-sprague.html", sections: ["1.1", "5.1.1", "9A"], share: 0.8 },
  { path: "ct-zoning-pages/docs/ct-burlington.txt", sections: ["II.A.1", "IV.A", "VI.B"], share: 0.75 },
  { path: "ct-zoning-pages/docs/ct-canaan-falls-village.html", sections: ["1.1", "2.5", "8.2"], share: 0.85 },
  { path: "va-tn-zoning-sections/docs/springfield-tn.md", sections: ["A-201", "A-504"], share: 0.95 },
  { path: "va-tn-zoning-sections/docs/nolensville-tn.docx", sections: ["1.1.1", "1.22.2"], share: 0.95 },
  { path: "pdf-land-docs/los-angeles-ca-r1-zone.pdf", sections: ["12.08", "12.08.1", "12.08.3"], share: 0.9 },
  { path: "pdf-land-docs/sisters-or-outdoor-lighting-ordinance-536.pdf", sections: ["2.15.2400"], share: 0.9 },
  {
    path: "pdf-land-docs/knox-article-5-commercial-districts.docx",
    sections: ["Article 5", "5.01", "5.07"],
    share: 0.95,
  },
];

describe.skipIf(!hasData)(name, () => {
  it.each(files)(
    "$path has its sections, and nearly all its text inside numbered ones",
    async ({ path, sections, share }) => {
      const bytes = new Uint8Array(readFileSync(join(data, path)));
      const filename = basename(path);
      const document = await parseDocument({
        bytes,
        mediaType: detectMediaType(bytes.subarray(0, headBytes), "", filename),
        filename,
      });
      const numbers = new Set(document.outline.map((node) => node.number));
      for (const section of sections) expect(numbers, section).toContain(section);
      const chunks = chunkDocument(document);
      const length = (some: typeof chunks) => some.reduce((sum, chunk) => sum + chunk.charEnd - chunk.charStart, 0);
      expect(length(chunks.filter((chunk) => chunk.section !== null)) / length(chunks)).toBeGreaterThan(share);
      for (const chunk of chunks) expect(document.text.slice(chunk.charStart, chunk.charEnd).trim()).not.toBe("");
    },
  );
});
