import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteFacts } from "../turn.ts";

const answerPrompt = readFileSync(join(import.meta.dirname, "answer.md"), "utf8").trim();

/** The instructions of a summary. */
export const summaryPrompt = readFileSync(join(import.meta.dirname, "summary.md"), "utf8").trim();

/** The instructions for reading a goal. */
export const goalPrompt = readFileSync(join(import.meta.dirname, "goal.md"), "utf8").trim();

/** What an answer says when nothing answers. */
export const notLocated = "Not located in the indexed documents";

/** Returns the instructions of a turn, followed by the facts of the site, one a line. */
export function systemPrompt(site: SiteFacts | undefined): string {
  const facts = [
    site?.zoningCodes?.length ? `Zoning districts of the site: ${site.zoningCodes.map(oneLine).join(", ")}` : null,
    site?.jurisdiction ? `Jurisdiction: ${oneLine(site.jurisdiction)}` : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? answerPrompt : `${answerPrompt}\n\nFacts of the site\n${facts.join("\n")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
