import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tools of programs, proposals and concepts. */
export const sitePlanTools: readonly ToolDeclaration[] = [
  {
    name: "approve_program",
    title: "Approve the program",
    description:
      "Approves the development program once the interview has every required answer. Free. Ask the person before. Call propose_concept next.",
    serves: ["approveProgram"],
    audience: "connector",
    isReadOnly: false,
    isIdempotent: true,
  },
  {
    name: "propose_concept",
    title: "Propose a concept",
    description:
      "Creates a proposal for a concept, or for one zone of it with zone_id, and returns what is assumed and which rules it would break. Compiles nothing. Free. Show conflicts to the person, then call decide_proposal.",
    serves: ["createProposal"],
    audience: "connector",
    isReadOnly: false,
  },
  {
    name: "list_proposals",
    title: "List proposals",
    description: "Lists the proposals of the planning session, newest first. Free.",
    serves: ["listProposals"],
    audience: "connector",
    isReadOnly: true,
  },
  {
    name: "decide_proposal",
    title: "Decide a proposal",
    description:
      "Approves a proposal, which compiles the concept, or rejects it with decision reject. Free. Where the proposal has conflicts, override_reason must be the person's own written words; ask for them and never write them yourself.",
    serves: ["approveProposal", "rejectProposal"],
    audience: "connector",
    choose: ({ decision }) => (decision === "reject" ? "rejectProposal" : "approveProposal"),
    choosesBy: { decision: { type: "string", enum: ["approve", "reject"], description: "approve unless stated" } },
    isReadOnly: false,
  },
  {
    name: "get_plan_data",
    title: "Read plan data",
    description:
      "Reads the compiled concept (counts, metrics with limits and citations, GeoJSON), or with what yield_scenario the screening yields and snapshots. Free. Set include_geometry false for numbers only.",
    serves: ["getSitePlan", "getYieldScenario"],
    audience: "both",
    agentDescription:
      "Reads the compiled concept of the site: counts of objects and metrics with the limits they were checked against; with what yield_scenario, the screening yields.",
    choose: ({ what }) => (what === "yield_scenario" ? "getYieldScenario" : "getSitePlan"),
    choosesBy: {
      what: { type: "string", enum: ["site_plan", "yield_scenario"], description: "site_plan unless stated" },
    },
    isReadOnly: true,
  },
];
