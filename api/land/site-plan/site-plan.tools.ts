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
    quotesSources: true,
  },
  {
    name: "list_proposals",
    title: "List proposals",
    description: "Lists the proposals of the planning session, newest first. Free.",
    serves: ["listProposals"],
    audience: "connector",
    isReadOnly: true,
    quotesSources: true,
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
    quotesSources: true,
  },
  {
    name: "get_plan_data",
    title: "Read plan data",
    description:
      "Reads zoning standards (kind design_criteria: setbacks, heights, coverage, density, lot sizes, parking ratios with their clauses, or a marker where none was located), screening yields (yield_scenario), or the compiled concept (site_plan: counts, metrics with limits and citations). Free. A marker is not a statement about the law. Set include_geometry false for numbers only.",
    serves: ["getSitePlan", "getDesignCriteria", "getYieldScenario"],
    audience: "both",
    agentDescription:
      "Reads the zoning standards of the site's district with their clauses (kind design_criteria), screening yields (yield_scenario), or the compiled concept (site_plan).",
    choose: ({ kind }) =>
      kind === "yield_scenario" ? "getYieldScenario" : kind === "design_criteria" ? "getDesignCriteria" : "getSitePlan",
    choosesBy: {
      kind: {
        ...{ type: "string", enum: ["site_plan", "design_criteria", "yield_scenario"] },
        description: "site_plan unless stated",
      },
    },
    isReadOnly: true,
    quotesSources: true,
  },
];
