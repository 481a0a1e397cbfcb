const labels: Readonly<Record<string, string>> = {
  ordinance: "Ordinance",
  supplemental: "Supplemental text",
  upload: "Uploaded document",
  gis: "Text of map data",
};

/** Returns what a kind of corpus is called in a report. */
export const documentLabel = (kind: string): string => labels[kind] ?? "Text";
