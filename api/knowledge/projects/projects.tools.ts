import type { ToolDeclaration } from "../../tools/tool.ts";

/** Tools for creating, reading and settling projects. */
export const projectsTools: readonly ToolDeclaration[] = [
  {
    name: "create_project",
    title: "Create a project",
    description:
      "Creates a project for a land site and starts building its knowledge base. Call it with dry_run first: that is free and shows the cost. confirmation_required lists choices: put them to the person and send the field of the chosen option. Afterwards poll get_project.",
    serves: ["createProject"],
    audience: "connector",
    isReadOnly: false,
    isOpenWorld: true,
    quotesSources: true,
  },
  {
    name: "list_projects",
    title: "List projects",
    description:
      "Lists the projects this person owns or that are shared with them, newest first. Free. Rows are slim; get_project has the readiness.",
    serves: ["listProjects"],
    audience: "connector",
    isReadOnly: true,
  },
  {
    name: "get_project",
    title: "Read a project",
    description:
      "Reads one project with its readiness. Free. Poll it every 5 to 15 seconds after create_project until chat_ready is true.",
    serves: ["getProject"],
    audience: "both",
    agentDescription:
      "Reads the project of this conversation: its goal, parcels with verified zoning, site area, and whether its documents are ready.",
    isReadOnly: true,
    quotesSources: true,
  },
  {
    name: "verify_parcel_zoning",
    title: "Confirm or correct a parcel's zoning",
    description:
      "Confirms or corrects the zoning of one parcel; agent work waits for it. Free. Ask the person first and pass on only what they said. Then poll get_project.",
    serves: ["settleParcelZoning"],
    audience: "connector",
    isReadOnly: false,
    isIdempotent: true,
  },
  {
    name: "update_project_goal",
    title: "Replace a project's goal",
    description:
      "Replaces the goal of a project as a whole. Free. Confirm the wording with the person, and pass user_goal_revision of get_project as expected_goal_revision.",
    serves: ["replaceProjectGoal"],
    audience: "connector",
    isReadOnly: false,
    isDestructive: true,
    quotesSources: true,
  },
];
