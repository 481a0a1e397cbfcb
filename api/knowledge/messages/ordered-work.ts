import type { OrderedWork } from "../../../agent/index.ts";

/** How a person has the work done that a message orders; for a map and map data where the turn has no tool for them. */
export const waysToOrder: Readonly<Record<OrderedWork, string>> = {
  report:
    'A message does not write a report, and none was started. POST /v1/projects/{project_id}/reports with report_type "due_diligence" or "feasibility" starts one; in the connector, create_report does.',
  interview:
    "A message does not conduct the interview. GET /v1/projects/{project_id}/interview/step returns the next questions, and POST /v1/projects/{project_id}/interview/answers records the answers; in the connector, get_interview and answer_interview do.",
  plan_export:
    "A message does not export the site-plan concept, and no file was written. POST /v1/projects/{project_id}/site-plan-exports writes it; in the connector, export_site_plan does.",
  map: "No map was drawn. POST /v1/projects/{project_id}/maps draws one, with a credential that has the scope gis:export; in the connector, render_map does.",
  gis_export:
    "No file was written. POST /v1/projects/{project_id}/gis-exports writes one, with a credential that has the scope gis:export; in the connector, export_gis does.",
};
