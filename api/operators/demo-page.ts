import type { TownDescription, TownScenario } from "../demo-town/describe-town.ts";
import type { PlainRoute } from "../http/app.ts";
import { makeResponse } from "../http/make-response.ts";
import { html } from "../http/pages/html.ts";
import { wantsPage } from "../http/pages/not-found-page.ts";
import { page, pageHeaders } from "../http/pages/page.ts";

/** Makes the route that lists what the demo town shows: a page for browsers, JSON for programs. */
export function demoRoutes(describeTown: () => Promise<TownDescription>): PlainRoute[] {
  return [
    {
      ...{ method: "GET", path: "/demo" },
      async handle({ request }) {
        const town = await describeTown();
        const headers = { vary: "Accept", "cache-control": "no-store" };
        if (wantsPage(request.headers)) return makeResponse(200, demoPage(town), { ...pageHeaders, ...headers });
        return makeResponse(200, JSON.stringify(town), { ...headers, "content-type": "application/json" });
      },
    },
  ];
}

function demoPage({ town, notice, scenarios }: TownDescription): string {
  return page({
    title: `${town}, the demo town`,
    side: html`<section><h2>Scenarios</h2><ul>${scenarios.map(
      ({ name }) => html`<li><a href="#${name}">${name}</a></li>`,
    )}</ul></section>`,
    main: html`<h1>${town}, the demo town</h1>
<p class="lead">${notice} It stands in for every outside data service while none is configured, and everything that comes
from it says so. Look one of these addresses up with <code>POST /v1/parcels/resolve</code>.</p>
${scenarios.map(scenarioSection)}`,
  });
}

function scenarioSection(scenario: TownScenario) {
  const { name, description, address, apn, ll_uuid: id, latitude, longitude } = scenario;
  const others = [
    ["Second parcel", scenario.also],
    ["Ordinance", scenario.ordinance_url],
    ["GIS viewer", scenario.gis_url],
  ] as const;
  return html`<article class="error" id="${name}">
<h3><code>${name}</code></h3>
<p>${description}</p>
<ul class="facts"><li><b>Address</b> ${address}</li><li><b>Parcel number</b> ${apn}</li><li><b>ll_uuid</b> <code>${id}</code></li>
<li><b>Point</b> ${latitude}, ${longitude}</li>${others.flatMap(([title, value]) =>
    value === null ? [] : [html`<li><b>${title}</b> <code>${value}</code></li>`],
  )}</ul>
</article>`;
}
