import { credit, notice } from "../town.ts";

/** Ids of the items of the portal. */
const viewerId = "a1de4fa115d04e008000000000000a01";
const webMapId = "a1de4fa115d04e008000000000000a02";
const serviceId = "a1de4fa115d04e008000000000000a03";

/** Path of the web viewer that leads to a service which the index of the county does not list. */
export const viewerPath = `/portal/apps/webappviewer/index.html?id=${viewerId}`;

/** The items of the portal, each with its configuration where it has one. */
const items = (origin: string) => {
  const service = `${origin}/unlisted/arcgis/rest/services/Trails/Greenways/FeatureServer`;
  const item = (id: string, type: string, title: string, url: string | null) => ({
    ...{ id, type, title, url, owner: "alder_falls_planning", access: "public", description: notice },
    ...{ accessInformation: credit, licenseInfo: `<p>${notice}</p>`, modified: Date.UTC(2026, 5, 1) },
  });
  const layer = { id: "greenways", title: "Proposed Greenways", url: `${service}/0`, itemId: serviceId };
  return new Map<string, { readonly item: object; readonly data: object | null }>([
    [
      viewerId,
      {
        item: item(viewerId, "Web Mapping Application", "Alder Falls Greenway Viewer", `${origin}${viewerPath}`),
        data: { map: { itemId: webMapId, portalUrl: `${origin}/portal` }, title: "Alder Falls Greenway Viewer" },
      },
    ],
    [
      webMapId,
      {
        item: item(webMapId, "Web Map", "Alder Falls Greenways", null),
        data: {
          operationalLayers: [{ ...layer, layerType: "ArcGISFeatureLayer", visibility: true }],
          baseMap: { title: "Imagery", baseMapLayers: [] },
          version: "2.31",
        },
      },
    ],
    [serviceId, { item: item(serviceId, "Feature Service", "Alder Falls Greenways", service), data: null }],
  ]);
};

/** Answers the portal: items, their configurations, and the page of the viewer. */
export function answerPortal(path: string, origin: string): Response {
  if (path.startsWith("/apps/")) {
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Alder Falls Greenway Viewer (synthetic)</title></head><body><p>${notice}</p></body></html>`;
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  }
  const [, id = "", part = ""] = /^\/sharing\/rest\/content\/items\/([0-9a-f]{32})(\/data)?$/.exec(path) ?? [];
  const found = items(origin).get(id);
  if (!found) {
    const error = {
      code: 400,
      messageCode: "CONT_0001",
      message: "Item does not exist or is inaccessible.",
      details: [],
    };
    return Response.json({ error });
  }
  if (part === "") return Response.json(found.item);
  return found.data === null ? new Response("") : Response.json(found.data);
}
