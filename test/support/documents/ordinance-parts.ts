import type { PdfPart } from "./made-pdf.ts";

const subjects = [
  "dwelling",
  "accessory building",
  "sign",
  "driveway",
  "retaining wall",
  "fence",
  "swimming pool",
  "home occupation",
];
const verbs = [
  "shall be set back",
  "shall not be placed closer than",
  "may extend",
  "shall be screened for",
  "must be kept at least",
];
const places = [
  "from the front lot line",
  "from a side lot line",
  "from any wetland",
  "into a required yard",
  "from the street line",
];
const ends = [
  "unless the Board grants a variance.",
  "except on a corner lot.",
  "as measured along the ground.",
  "where the lot abuts a residential district.",
];

/** Sentences of an invented ordinance: the same place and number give the same sentences. */
export function ordinanceSentences(place: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const seed = place * 7 + at * 3;
    const pick = (words: readonly string[], step: number) => words[(seed * step + at) % words.length] ?? "";
    return `A ${pick(subjects, 1)} ${pick(verbs, 2)} ${5 + (seed % 45)} feet ${pick(places, 3)} ${pick(ends, 5)}`;
  }).join(" ");
}

/** Parts of an invented ordinance with articles, sections and tables, long enough for the given number of pages. */
export function ordinanceParts(articles: number, sectionsPerArticle: number, sentences = 30): PdfPart[] {
  const parts: PdfPart[] = [];
  for (let article = 1; article <= articles; article += 1) {
    parts.push({ kind: "heading", text: `ARTICLE ${article}. REGULATIONS OF DISTRICT ${article}`, size: 14 });
    for (let section = 1; section <= sectionsPerArticle; section += 1) {
      parts.push({ kind: "heading", text: `${article}.${section} Standards for Use Group ${section}` });
      parts.push({ kind: "paragraph", text: ordinanceSentences(article * 100 + section, sentences) });
      if (section % 5 === 0) parts.push(dimensionTable(article, section % 2 === 0));
    }
  }
  return parts;
}

/** A table of dimensions with districts down the side. */
export function dimensionTable(seed: number, ruled: boolean): Extract<PdfPart, { kind: "table" }> {
  const rows = [["District", "Minimum lot area", "Minimum frontage", "Maximum height"]];
  for (let row = 1; row <= 4; row += 1) {
    rows.push([`R-${seed}${row}`, `${(seed + row) * 1000} sq. ft.`, `${50 + row * 10} feet`, `${30 + row} feet`]);
  }
  return { kind: "table", rows, ruled, widths: [90, 120, 120, 110] };
}
