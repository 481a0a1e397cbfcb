import type { StoredPassage } from "./answers.ts";
import type { ReportValue } from "./criteria-evidence.ts";

/** A value that a note states for one use, with the passage of the note. */
export interface NotedValue {
  readonly value: number;
  readonly passage: StoredPassage;
}

const value = String.raw`(?:[^.;()\d]*\((?<digits>[\d,.]+)\)|(?<plain>[\d,.]+)) ?`;
const unit = "(?:percent|%|square feet|stories|(?:dwelling )?units per acre)";
const use = String.raw`for an? (?<use>[^.;,]{3,60}?)(?: in the [\w-]+ district)?`;
const forms: readonly RegExp[] = [
  // "For a two-family dwelling in the R-2 district the minimum lot area is ten thousand (10,000) square feet."
  new RegExp(String.raw`^${use},? the (?:minimum|maximum) [a-z ]{3,40} (?:is|shall be) ${value}${unit}\.?$`, "i"),
  // "Forty (40) percent for a two-family dwelling. See Section 5.9.B."
  new RegExp(String.raw`^${value}${unit} ${use}(?:\.|$)`, "i"),
];

/** Returns the value that one note of a standard states for a use, in the unit of the standard; undefined where none or several do. */
export function valueForUse(values: readonly ReportValue[], words: string | undefined): NotedValue | undefined {
  const found = values.flatMap(({ notes }) =>
    notes.flatMap(({ passage }) => {
      const text = (passage?.quote ?? "").replaceAll(/\s+/g, " ").trim();
      const stated = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
      const amount = Number((stated?.digits ?? stated?.plain ?? "").replaceAll(",", ""));
      const isOfUse = passage !== null && stated?.use?.toLowerCase() === words?.toLowerCase() && amount > 0;
      return isOfUse ? [{ value: amount, passage }] : [];
    }),
  );
  return found.length === 1 ? found[0] : undefined;
}
