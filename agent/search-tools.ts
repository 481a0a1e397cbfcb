import { z } from "zod";
import type { Retriever } from "../retrieval/index.ts";
import type { EvidenceDesk } from "./evidence-desk.ts";
import type { AgentTool } from "./tool.ts";

const passagesByDefault = 8;
const sectionCharacters = 12_000;

/** Makes the tools that every turn has: search the corpus, find the provisions of a district, and open the section around a passage. */
export function makeSearchTools(retriever: Retriever, desk: EvidenceDesk): AgentTool[] {
  return [searchKnowledge(retriever, desk), findProvisions(retriever, desk), openSection(retriever, desk)];
}

const searchInput = z.object({
  query: z.string().min(1).max(1_000).describe("What to look for, in the words an ordinance would use"),
  section: z.string().max(60).optional().describe("Only this section and those inside it, such as 5.3"),
  limit: z.number().int().min(1).max(50).optional().describe("How many passages; 8 when left out"),
});

function searchKnowledge(retriever: Retriever, desk: EvidenceDesk): AgentTool {
  return {
    name: "search_knowledge",
    description: "Searches the ordinances and documents of the project. Returns quoted passages with marker numbers.",
    schema: searchInput,
    async run(input, { scope, signal }) {
      const { query, section, limit } = searchInput.parse(input);
      const narrowed = section ? { ...scope, filters: { ...scope.filters, sectionPrefix: section } } : scope;
      const found = await retriever.search(query, narrowed, { topK: limit ?? passagesByDefault, signal });
      desk.noteSearch(section ? `${query} (in section ${section})` : query);
      const { passages } = found;
      const content = passages.length === 0 ? "Nothing was found." : "";
      return { content, summary: `${passages.length} passages for "${query}"`, passages };
    },
  };
}

const provisionsInput = z.object({
  district: z
    .array(z.string().min(1).max(80))
    .min(1)
    .max(6)
    .optional()
    .describe(
      'Codes and names of one zoning district: ["R-2", "Village Residential"]; left out for parking and layout, and to find a use in every district',
    ),
  subject: z
    .enum(["uses", "standards", "parking", "layout"])
    .describe(
      "Which uses are allowed, dimensional standards, how many parking spaces a use needs, or the layout of a site: the size of parking spaces, the width of aisles, how far buildings stand apart and from wetlands",
    ),
  query: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe("The use or the dimension, in the words an ordinance would use; left out for all uses of the district"),
  use: z
    .string()
    .max(60)
    .optional()
    .describe(
      "The use in one to three plain words, such as gas station or day care; entries that call it something else are found too",
    ),
  question: z
    .string()
    .max(1_000)
    .optional()
    .describe("The question as asked, when it may name the district in its own words"),
  limit: z.number().int().min(1).max(50).optional().describe("How many passages; 8 when left out"),
});

function findProvisions(retriever: Retriever, desk: EvidenceDesk): AgentTool {
  return {
    name: "find_provisions",
    description:
      "Finds where the ordinances rule on one zoning district: its lists and tables of uses, or its dimensional standards; what parking a use needs; and how a site is laid out. Use it when the district is known, to find the districts that allow a use, or for parking and layout.",
    schema: provisionsInput,
    async run(input, { scope, signal }) {
      const { district = [], subject, query, use, question, limit } = provisionsInput.parse(input);
      const request = { names: district, subject, query, use, question };
      const found = await retriever.ofDistrict(request, scope, { topK: limit ?? passagesByDefault, signal });
      const { passages, ...rules } = found;
      desk.noteSearch(`${[subject, ...(district.length > 0 ? ["of", ...district] : [])].join(" ")}: ${query ?? "all"}`);
      const content = passages.length === 0 ? "No such provisions are known; search instead." : "";
      const summary = `${passages.length} provisions on ${subject}${district[0] === undefined ? "" : ` of ${district[0]}`}`;
      return { content, summary, passages, rules };
    },
  };
}

const openInput = z.object({
  marker: z.number().int().min(1).describe("Marker number of a source returned earlier"),
  characters: z.number().int().min(1_000).max(60_000).optional().describe("At most so much of it; 12000 when left out"),
});

function openSection(retriever: Retriever, desk: EvidenceDesk): AgentTool {
  return {
    name: "open_section",
    description: "Reads the whole section around a source returned earlier, when its passage is cut off.",
    schema: openInput,
    async run(input) {
      const { marker, characters = sectionCharacters } = openInput.parse(input);
      const passage = desk.get(marker);
      if (!passage) return { content: `There is no source ${marker}.`, summary: `no source ${marker}` };
      const section = await retriever.expand(passage, { maxCharacters: characters });
      const summary = `section ${section.section ?? section.headingPath.at(-1) ?? ""}`;
      return { content: "", summary, passages: [section], quotedCharacters: characters };
    },
  };
}
