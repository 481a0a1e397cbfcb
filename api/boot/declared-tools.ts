import { walletTools } from "../commerce/wallet/wallet.tools.ts";
import { artifactsLeftOut, artifactsTools } from "../delivery/artifacts/artifacts.tools.ts";
import { reportsLeftOut, reportsTools } from "../delivery/reports/reports.tools.ts";
import { deletionTools } from "../knowledge/deletion/deletion.tools.ts";
import { documentsTools } from "../knowledge/documents/documents.tools.ts";
import { messagesTools } from "../knowledge/messages/messages.tools.ts";
import { modelsTools } from "../knowledge/models/models.tools.ts";
import { projectsTools } from "../knowledge/projects/projects.tools.ts";
import { searchTools } from "../knowledge/search/search.tools.ts";
import { sourcesTools } from "../knowledge/sources/sources.tools.ts";
import { summariesTools } from "../knowledge/summaries/summaries.tools.ts";
import { uploadsLeftOut, uploadsTools } from "../knowledge/uploads/uploads.tools.ts";
import { gisExportsTools } from "../land/gis-exports/gis-exports.tools.ts";
import { interviewTools } from "../land/interview/interview.tools.ts";
import { mapsTools } from "../land/maps/maps.tools.ts";
import { parcelsTools } from "../land/parcels/parcels.tools.ts";
import { planCheckTools } from "../land/plan-check/plan-check.tools.ts";
import { planExportsTools } from "../land/plan-exports/plan-exports.tools.ts";
import { previewTools } from "../land/preview/preview.tools.ts";
import { siteDigestTools } from "../land/site-digest/site-digest.tools.ts";
import { sitePlanTools } from "../land/site-plan/site-plan.tools.ts";
import type { LeftOutOperation, ToolDeclaration } from "../tools/tool.ts";

/** Every tool of the connector and of the agent, in the order in which clients list them. */
export const declaredTools: readonly ToolDeclaration[] = [
  ...parcelsTools,
  ...previewTools,
  ...planCheckTools,
  ...projectsTools,
  ...uploadsTools,
  ...sourcesTools,
  ...searchTools,
  ...documentsTools,
  ...summariesTools,
  ...messagesTools,
  ...modelsTools,
  ...siteDigestTools,
  ...mapsTools,
  ...gisExportsTools,
  ...reportsTools,
  ...interviewTools,
  ...sitePlanTools,
  ...planExportsTools,
  ...artifactsTools,
  ...walletTools,
  ...deletionTools,
];

/** Every operation that no tool serves, with the reason. */
export const operationsWithoutTool: readonly LeftOutOperation[] = [
  ...uploadsLeftOut,
  ...reportsLeftOut,
  ...artifactsLeftOut,
];
