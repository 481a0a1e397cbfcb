import "../../api/boot/feature-problems.ts";
import { walletOperations } from "../../api/commerce/wallet/wallet.routes.ts";
import { artifactsOperations } from "../../api/delivery/artifacts/artifacts.routes.ts";
import { downloadsOperations } from "../../api/delivery/downloads/downloads.routes.ts";
import { reportsOperations } from "../../api/delivery/reports/reports.routes.ts";
import { runsOperations } from "../../api/delivery/runs/runs.routes.ts";
import type { Operation } from "../../api/http/operation.ts";
import { deletionOperations } from "../../api/knowledge/deletion/deletion.routes.ts";
import { documentsOperations } from "../../api/knowledge/documents/documents.routes.ts";
import { messagesOperations } from "../../api/knowledge/messages/messages.routes.ts";
import { modelsOperations } from "../../api/knowledge/models/models.routes.ts";
import { projectsOperations } from "../../api/knowledge/projects/projects.routes.ts";
import { searchOperations } from "../../api/knowledge/search/search.routes.ts";
import { gisSourcesOperations } from "../../api/knowledge/sources/gis-sources.routes.ts";
import { sourcesOperations } from "../../api/knowledge/sources/sources.routes.ts";
import { summariesOperations } from "../../api/knowledge/summaries/summaries.routes.ts";
import { uploadsOperations } from "../../api/knowledge/uploads/uploads.routes.ts";
import { designCriteriaOperations } from "../../api/land/design-criteria/design-criteria.routes.ts";
import { gisExportsOperations } from "../../api/land/gis-exports/gis-exports.routes.ts";
import { interviewOperations } from "../../api/land/interview/interview.routes.ts";
import { mapsOperations } from "../../api/land/maps/maps.routes.ts";
import { parcelsOperations } from "../../api/land/parcels/parcels.routes.ts";
import { planCheckOperations } from "../../api/land/plan-check/plan-check.routes.ts";
import { planExportsOperations } from "../../api/land/plan-exports/plan-exports.routes.ts";
import { previewOperations } from "../../api/land/preview/preview.routes.ts";
import { siteDigestOperations } from "../../api/land/site-digest/site-digest.routes.ts";
import { proposalsOperations } from "../../api/land/site-plan/proposals.routes.ts";
import { sitePlanOperations } from "../../api/land/site-plan/site-plan.routes.ts";

const throwing = (fault?: Error) => (name: string) => () => {
  throw fault ?? new Error(`${name} was reached through a declaration`);
};

/** Returns a service whose every method throws. */
export function unreachableService<Service extends object>(name: string, fault?: Error): Service {
  return new Proxy({} as Service, { get: (_target, member) => throwing(fault)(`${name}.${String(member)}`) });
}

/**
 * Gives every operation the service declares, with services behind them that cannot be reached.
 *
 * Documents and refusals are made from declarations alone; a test that reaches a handler through these has found a hole
 * in the pipeline, and sees it as a 500.
 *
 * fault  what calling a service throws instead, for a test that means to reach it
 */
export function declaredOperations(fault?: Error): Operation[] {
  const unreachableFunction = throwing(fault);
  const unreachable = <Service extends object>(name: string) => unreachableService<Service>(name, fault);
  return [
    ...parcelsOperations({ resolver: unreachable("parcel resolver") }),
    ...previewOperations({ preview: unreachable("parcel preview") }),
    ...planCheckOperations({ planCheck: unreachable("plan check") }),
    ...siteDigestOperations({ digests: unreachable("site digests") }),
    ...mapsOperations({ maps: unreachable("maps") }),
    ...gisExportsOperations({ gisExports: unreachable("GIS exports") }),
    ...designCriteriaOperations({ criteria: unreachable("design criteria") }),
    ...interviewOperations({ interviews: unreachable("interviews") }),
    ...sitePlanOperations({
      ...{ sitePlans: unreachable("site plans"), yields: unreachable("yields"), programs: unreachable("programs") },
    }),
    ...proposalsOperations({ proposals: unreachable("proposals") }),
    ...planExportsOperations({ planExports: unreachable("plan exports") }),
    ...projectsOperations({ projects: unreachable("projects") }),
    ...uploadsOperations({ uploads: unreachable("uploads") }),
    ...sourcesOperations({ sources: unreachable("sources") }),
    ...gisSourcesOperations({ gisSources: unreachable("gisSources") }),
    ...documentsOperations({ documents: unreachable("documents") }),
    ...searchOperations(unreachableFunction("search")),
    ...summariesOperations(unreachableFunction("summaries")),
    ...messagesOperations(unreachable("messages")),
    ...modelsOperations(unreachable("catalogue"), unreachableFunction("prices")),
    ...deletionOperations({ deletion: unreachable("deletion") }),
    ...reportsOperations({ reports: unreachable("reports") }),
    ...runsOperations({ runs: unreachable("runs") }),
    ...artifactsOperations({ artifacts: unreachable("artifacts") }),
    ...downloadsOperations({ downloads: unreachable("downloads") }),
    ...walletOperations({ wallet: unreachable("wallet") }),
  ];
}
