import type { ProjectsDeps } from "../knowledge/projects/projects.service.ts";
import { readSelector } from "../land/parcels/read-selector.ts";
import { makeParcelResolver, type ResolverDeps } from "../land/parcels/resolve.service.ts";

/** The most parcels that a project has. */
const mostParcels = 12;

/** Returns how the land of a project is found by a selector of the resolver, whose faults name the member `site`. */
export function siteResolver(providers: ResolverDeps): ProjectsDeps["resolveSite"] {
  const resolver = makeParcelResolver(providers);
  return async (site, signal) => resolver.resolve(readSelector(site, "site."), mostParcels, signal);
}
