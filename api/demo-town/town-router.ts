import { answerService } from "./arcgis/server.ts";
import { FaultBoard } from "./faults.ts";
import { answerOrdinanceRequest } from "./ordinance/ordinance-site.ts";
import { boundaryServices } from "./services/boundaries.ts";
import { cleanupServices } from "./services/cleanups.ts";
import { countyIndex, countyServices, directoryBody, unlistedServices } from "./services/county-gis.ts";
import { answerElevation } from "./services/elevation.ts";
import { answerFacilities } from "./services/facilities.ts";
import { answerFirmPrint } from "./services/firm-print.ts";
import { floodServices } from "./services/flood-maps.ts";
import { answerGeocoder, answerNominatim } from "./services/geocoders.ts";
import { answerImagery } from "./services/imagery.ts";
import { answerOverpass } from "./services/overpass.ts";
import { answerParcelApi } from "./services/parcel-api.ts";
import { answerPortal } from "./services/portal.ts";
import { answerSoilData } from "./services/soil-data.ts";
import { wetlandServices } from "./services/wetlands.ts";
import { notice } from "./town.ts";
import { noticeHeader } from "./town-paths.ts";

/** A request to one of the town's services: the path below its base URL, and its parameters from address and form. */
export interface TownRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly origin: string;
  readonly body: string;
}

type Answer = (request: TownRequest) => Response | Promise<Response>;

const arcgis =
  (services: typeof countyServices): Answer =>
  ({ path, query, origin }) => {
    const below = path.replace(/^\/rest\/services/, "");
    const service = services.find(
      ({ name, type }) => below === `/${name}/${type}` || below.startsWith(`/${name}/${type}/`),
    );
    if (service)
      return answerService(service, below.slice(service.name.length + service.type.length + 2), query, origin);
    const folder = below.replace(/^\//, "");
    return Response.json(directoryBody(services, folder === "" ? null : folder));
  };

/** The services of the town, by the first part of their path. */
const services: Readonly<Record<string, Answer>> = {
  parcels: ({ path, query }) => answerParcelApi(path, query),
  geocoder: ({ path, query }) => answerGeocoder(path, query),
  nominatim: ({ path, query }) => answerNominatim(path, query),
  county: (request) => arcgis(countyServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  unlisted: (request) => arcgis(unlistedServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  boundaries: (request) => arcgis(boundaryServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  elevation: ({ path, query }) => answerElevation(path, query),
  portal: ({ path, origin }) => answerPortal(path, origin),
  overpass: ({ query }) => answerOverpass(query),
  imagery: ({ path, query, origin }) => answerImagery(path, query, origin),
  flood: (request) => arcgis(floodServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  "firm-print": ({ path, query, origin }) => answerFirmPrint(path, query, origin),
  wetlands: (request) => arcgis(wetlandServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  soils: ({ path, query, body }) =>
    path === "/Tabular/post.rest" ? answerSoilData(query, body) : new Response("Not found", { status: 404 }),
  environmental: ({ path, query }) => answerFacilities(path, query),
  cleanups: (request) => arcgis(cleanupServices)({ ...request, path: request.path.replace(/^\/arcgis/, "") }),
  "county-index": ({ origin }) => Response.json(countyIndex(origin)),
};

/** Names of the services, which faults are set for. */
export const townServiceNames: readonly string[] = Object.keys(services);

/** Returns the function that answers every request to the town; its services can be told to fail. */
export function makeTownRouter(): (request: Request) => Promise<Response> {
  const faults = new FaultBoard();
  return async (request) => {
    const url = new URL(request.url);
    const [, name = "", ...rest] = url.pathname.split("/");
    if (name === "faults") return faults.control(request, rest[0] ?? "");
    const service = services[name];
    const fault = faults.of(service ? name : "ordinances");
    if (fault) {
      const answer = await fault();
      if (answer) return answer;
    }
    if (!service) return labelled((await answerOrdinanceRequest(url)) ?? new Response("Not found", { status: 404 }));
    const body = request.method === "POST" ? await request.text() : "";
    const query = new URLSearchParams(url.search);
    if (!body.startsWith("{")) for (const [key, value] of new URLSearchParams(body)) query.set(key, value);
    const path = `/${rest.join("/")}`.replace(/\/$/, "");
    return labelled(await service({ path: decodeURIComponent(path), query, origin: url.origin, body }));
  };
}

function labelled(answer: Response): Response {
  answer.headers.set(noticeHeader, notice);
  return answer;
}
