import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tools of the guided interview. */
export const interviewTools: readonly ToolDeclaration[] = [
  {
    name: "get_interview",
    title: "Read the interview",
    description:
      "Returns the next one to three questions of the site-plan interview with recommended answers and reasons, and what is settled. With list_workflows true it lists what can be planned instead. Free. Ask the person; a recommendation is not an answer.",
    serves: ["getInterviewStep", "listInterviewWorkflows"],
    audience: "both",
    agentDescription:
      "Returns what the user decided in the site-plan interview so far and what is still open. Use it for questions about the planned program.",
    choose: ({ list_workflows }) => (list_workflows === true ? "listInterviewWorkflows" : "getInterviewStep"),
    choosesBy: {
      list_workflows: { type: "boolean", description: "True lists the workflows instead of the next questions" },
    },
    isReadOnly: true,
  },
  {
    name: "answer_interview",
    title: "Answer the interview",
    description:
      "Records answers that the person gave, as a whole batch or not at all, and returns the next questions. Free. Pass planning_session_id and state_version from the last answer. Never answer for the person.",
    serves: ["answerInterview"],
    audience: "connector",
    isReadOnly: false,
  },
];
