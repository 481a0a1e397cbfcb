import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const data = join(root, "../shared/data");

/** The sample ordinance of this repository as plain text, for documents of any length. */
function wordsOfOwnSample(): string {
  const html = readFileSync(join(root, "evals/samples/alder-falls-zoning-ordinance.html"), "utf8");
  return html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<\/(p|h\d|tr|li|caption)>/g, "\n")
    .replace(/<[^>]+>/g, " ")
    .replace(/[ \t]+/g, " ");
}

/** Real law to set on pages where it is at hand, else the sample of this repository. */
export async function textToSet(): Promise<string> {
  const georgia = join(data, "ord-georgia-codes/walthourville/ga-muni-walthourville-code-full.txt");
  return readFile(georgia, "utf8").catch(() => wordsOfOwnSample());
}

/** Real ordinances where they are at hand; else variations of our own sample, each with words of its own. */
export async function ordinanceTexts(): Promise<string[]> {
  const corpus = await readFile(join(data, "ct-zoning-pages/corpus.jsonl"), "utf8").catch(() => null);
  if (corpus === null) return Array.from({ length: 40 }, (_, town) => variation(town));
  const towns = new Map<string, string[]>();
  for (const line of corpus.split("\n").filter(Boolean)) {
    const record = JSON.parse(line) as { _id: string; text: string };
    const town = record._id.split("#")[0] ?? "";
    towns.set(town, [...(towns.get(town) ?? []), record.text]);
  }
  return [...towns.values()].map((pages) => pages.join("\f"));
}

function variation(town: number): string {
  return Array.from({ length: 8 }, (_, part) => wordsOfOwnSample().replace(/Section (\d)/g, `Section ${part + 1}$1`))
    .join("\n")
    .replaceAll("Alder Falls", `Sampletown ${town}`);
}
