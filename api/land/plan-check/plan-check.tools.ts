import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool that checks a goal. */
export const planCheckTools: readonly ToolDeclaration[] = [
  {
    name: "check_plan",
    title: "Check what a goal settles",
    description:
      "Reads a project goal and returns which questions it answers and which to ask the person. Free. Confirm derived values with the person, then pass the answers to create_project as project_goal_context. verdicts null means that the check was not available: ask every question.",
    serves: ["checkPlan"],
    audience: "connector",
    isReadOnly: true,
  },
];
