import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteFacts } from "../turn.ts";

const answerPrompt = readFileSync(join(import.meta.dirname, "answer.md"), "utf8").trim();

/** The instructions of a summary. */
export const summaryPrompt = readFileSync(join(import.meta.dirname, "summary.md"), "utf8").trim();

/** What an answer says when nothing answers. */
export const notLocated = "Not located in the indexed documents";

const districtsLabel = "Zoning districts of the site:";
const jurisdictionLabel = "Jurisdiction:";

/** Writes the instructions of a turn; the facts of the site stand at their end, one a line. */
export function systemPrompt(site: SiteFacts | undefined): string {
  const facts = [
    site?.zoningCodes?.length ? `${districtsLabel} ${site.zoningCodes.map(oneLine).join(", ")}` : null,
    site?.jurisdiction ? `${jurisdictionLabel} ${oneLine(site.jurisdiction)}` : null,
    site?.goal ? `Goal of the project, in its owner's words: "${oneLine(site.goal).slice(0, 1_000)}"` : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? answerPrompt : `${answerPrompt}\n\nFacts of the site\n${facts.join("\n")}`;
}

/** Reads the facts back from instructions written by `systemPrompt`. */
export function siteFactsOf(prompt: string): { readonly zoningCodes: string[]; readonly jurisdiction: string | null } {
  const facts = prompt.slice(answerPrompt.length).split("\n");
  const after = (label: string) =>
    facts
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim();
  return {
    zoningCodes: (after(districtsLabel) ?? "").split(", ").filter((code) => code !== ""),
    jurisdiction: after(jurisdictionLabel) ?? null,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
