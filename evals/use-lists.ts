import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chunkDocument, isSameCode, parseDocument, rulesOfDocument, type Verdict } from "../ingest/index.ts";
import { readJsonLines } from "./json-lines.ts";

/** A use that a code rules on in a district, as its label tells it. */
export interface LabeledUse {
  /** The code of the district, or its name where it has none. */
  readonly district: string;
  readonly name: string;
  /** The first words of the entry as printed. */
  readonly words: string;
  readonly verdict: Verdict;
}

/** How the lists of uses of one code were read. */
export interface ListsRead {
  readonly code: string;
  readonly labeled: number;
  /** Found in the district with the labeled verdict. */
  readonly right: number;
  /** Found in the district, but only with another verdict. */
  readonly otherVerdict: number;
}

const folder = join(import.meta.dirname, "sets/lists-of-uses");

/** The codes of the set, by their names. */
export const labeledCodes = (): string[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith(".txt") ? [file.slice(0, -4)] : []));

/** Reads a code of the set as an upload would be, and compares the rules on uses with its labels. */
export async function readLists(code: string): Promise<ListsRead> {
  const bytes = readFileSync(join(folder, `${code}.txt`));
  const document = await parseDocument({ bytes, filename: `${code}.txt`, mediaType: "text/plain" });
  const { districts, rules } = rulesOfDocument(document, chunkDocument(document));
  const uses = rules.flatMap((rule) =>
    rule.kind === "use" ? [{ ...rule, told: plain(`${rule.group} ${rule.words}`) }] : [],
  );
  const labels = readJsonLines<LabeledUse>(join(folder, `${code}.labels.jsonl`));
  const verdicts = labels.map(({ district, name, words, verdict }) => {
    const isMeant = (one: string | null) =>
      one !== null && [district, name].some((each) => each !== "" && isSameCode(each, one));
    const codes = districts.filter((one) => isMeant(one.code) || isMeant(one.name)).map((one) => one.code);
    const found = uses.filter(
      (use) => use.districts.some((each) => codes.includes(each)) && use.told.includes(plain(words)),
    );
    return found.some((use) => use.verdict === verdict) ? "right" : found.length > 0 ? "other" : "missing";
  });
  const count = (one: string) => verdicts.filter((each) => each === one).length;
  return { code, labeled: labels.length, right: count("right"), otherVerdict: count("other") };
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

if (import.meta.main)
  for (const code of labeledCodes()) {
    const { labeled, right, otherVerdict } = await readLists(code);
    console.log(`${code}: ${right} of ${labeled} right, ${otherVerdict} with another verdict`);
  }
