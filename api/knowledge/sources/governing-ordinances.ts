import type { FetchPolicy } from "../../../ingest/index.ts";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import { type FieldError, validationProblem } from "../../http/problem.ts";
import type { ProviderResult } from "../../providers/provider-result.ts";
import type { Jurisdiction, OrdinanceDiscovery, OrdinanceListing } from "../../providers/providers.ts";
import { knownBlock } from "./ask-publisher.ts";
import { isGisLink } from "./gis-links.ts";
import { jurisdictionKey } from "./jurisdiction-key.ts";
import { publisherOf } from "./ordinance-publishers.ts";
import { readAddressOrFault } from "./read-address.ts";
import { isOpenAddress, shownAddress } from "./source-address.ts";
import * as repository from "./sources.repository.ts";
import type { SourceOwner } from "./sources.service.ts";

/** The governments whose law governs a site. */
export const ordinanceTargets = ["municipal", "county"] as const;
export type OrdinanceTarget = (typeof ordinanceTargets)[number];

/** What a create request says of its ordinances. */
export interface OrdinanceRequest {
  readonly urls: Readonly<Record<OrdinanceTarget, string | undefined>>;
  readonly isSkipped: boolean;
  /** Whether those that are not given are looked for. */
  readonly isDiscovered: boolean;
  readonly jurisdiction: Jurisdiction | null;
  readonly signal: AbortSignal | undefined;
}

/** What will be done about the ordinance of a government. */
export interface PlannedOrdinance {
  readonly target: OrdinanceTarget;
  /**
   * `fetch`: it is read, or taken from the law that the jurisdiction has; `several`: a person has to choose among the
   * options.
   */
  readonly status: "fetch" | "several" | "not_found" | "skipped" | "publisher_blocked" | "unavailable";
  readonly title: string | null;
  readonly url: URL | null;
  /** Why it is not fetched, in words. */
  readonly detail: string | null;
  /** Under which its text is shared; null keeps it to the project. */
  readonly jurisdictionKey: string | null;
  /** Whether the jurisdiction has its text already. */
  readonly isShared: boolean;
  readonly options: readonly { readonly label: string; readonly url: string }[];
}

/** The ordinances of a project, and other laws that discovery found. */
export interface OrdinancePlan {
  readonly state: "planned";
  readonly ordinances: readonly PlannedOrdinance[];
  readonly suggested: readonly OrdinanceListing[];
}

/** The ordinances that govern a site. */
export interface GoverningOrdinances {
  /**
   * Decides what will be done about the ordinance of each government; writes nothing.
   *
   * @returns the failure of discovery where it was asked and did not answer
   * @throws Problem validation_failed naming a bad address
   */
  plan(request: OrdinanceRequest): Promise<OrdinancePlan | Extract<ProviderResult<never>, { state: "failed" }>>;
  /** Keeps those that will be fetched in the transaction that creates the project; they are fetched when it is set up. */
  keep(transaction: Queryable, owner: SourceOwner, planned: readonly PlannedOrdinance[]): Promise<void>;
}

/** The field of a create request that names the ordinance of a government. */
export const fieldOf: Readonly<Record<OrdinanceTarget, string>> = {
  municipal: "ordinance_url",
  county: "county_ordinance_url",
};

interface Deps {
  readonly db: Database;
  readonly policy: FetchPolicy;
  readonly discovery: OrdinanceDiscovery;
}

/** Makes the ordinances over discovery. */
export function makeGoverningOrdinances(deps: Deps): GoverningOrdinances {
  return {
    async plan(request) {
      const given = readGiven(request, deps.policy);
      const isAsked =
        request.isDiscovered && !request.isSkipped && ordinanceTargets.some((target) => given[target] === undefined);
      const found = isAsked ? await discover(deps.discovery, request) : undefined;
      if (found?.state === "failed") return found;
      const planned: PlannedOrdinance[] = [];
      for (const target of ordinanceTargets) {
        const url = given[target];
        planned.push(
          url === undefined
            ? await planFound(deps, target, { request, found })
            : await planOne(deps, target, { request, url, title: null }),
        );
      }
      const listings = found?.state === "ready" ? found.value : [];
      const suggested = listings.filter(({ target }) => target === "supplemental");
      return { state: "planned", ordinances: planned, suggested };
    },
    async keep(transaction, owner, planned) {
      for (const one of planned) if (one.status === "fetch" && one.url) await keepOne(transaction, owner, one, one.url);
    },
  };
}

function readGiven({ urls }: OrdinanceRequest, policy: FetchPolicy): Partial<Record<OrdinanceTarget, URL>> {
  const errors: FieldError[] = [];
  const given: Partial<Record<OrdinanceTarget, URL>> = {};
  for (const target of ordinanceTargets) {
    const text = urls[target];
    if (text === undefined) continue;
    const field = fieldOf[target];
    const read = readAddressOrFault(text, policy, field);
    if ("message" in read) errors.push(read);
    else if (read.refusal !== null) errors.push({ field, code: "not_allowed", message: read.refusal });
    else if (isGisLink(read.url)) {
      errors.push({ field, code: "not_allowed", message: "leads to map data; name the text of the ordinance" });
    } else given[target] = read.url;
  }
  if (given.municipal && given.municipal.href === given.county?.href) {
    errors.push({ field: fieldOf.county, code: "duplicate", message: "is the same as ordinance_url" });
  }
  if (errors.length > 0) throw validationProblem(errors);
  return given;
}

type Discovered = ProviderResult<readonly OrdinanceListing[]>;

async function discover(discovery: OrdinanceDiscovery, request: OrdinanceRequest): Promise<Discovered> {
  const { jurisdiction, signal } = request;
  if (jurisdiction === null) {
    return {
      state: "unavailable",
      detail: "The government of the site is not known, so its ordinances cannot be looked up.",
    };
  }
  return discovery.discover(jurisdiction, signal);
}

interface Found {
  readonly request: OrdinanceRequest;
  /** Undefined when discovery was not asked. */
  readonly found: Discovered | undefined;
}

async function planFound(deps: Deps, target: OrdinanceTarget, { request, found }: Found): Promise<PlannedOrdinance> {
  const none = { target, title: null, url: null, jurisdictionKey: null, isShared: false, options: [] };
  if (request.isSkipped) return { ...none, status: "skipped", detail: "Discovery was skipped." };
  if (found === undefined) return { ...none, status: "not_found", detail: "No address was given." };
  if (found.state === "unavailable" || found.state === "blocked") {
    return { ...none, status: "unavailable", detail: found.detail };
  }
  const listings = found.state === "ready" ? found.value : [];
  const own = listings.filter((listing) => listing.target === target);
  const open = own.filter(({ blockedReason }) => blockedReason === null);
  const [first, second] = open;
  if (first && !second) return planOne(deps, target, { request, url: new URL(first.url), title: first.title });
  if (first) return { ...none, status: "several", detail: "Several ordinances were found.", options: optionsOf(open) };
  const [blocked] = own;
  if (blocked) {
    const { title, blockedReason: detail } = blocked;
    return { ...none, status: "publisher_blocked", title, url: new URL(blocked.url), detail };
  }
  const suggested = target === "municipal" ? listings.filter((one) => one.target === "supplemental") : [];
  if (suggested.length > 0) {
    const detail = "No governing ordinance was found, but laws that may be it.";
    return { ...none, status: "several", detail, options: optionsOf(suggested) };
  }
  return { ...none, status: "not_found", detail: "Discovery found none." };
}

const optionsOf = (listings: readonly OrdinanceListing[]) =>
  listings.map(({ title, publisher, url }) => ({ label: publisher === null ? title : `${title} (${publisher})`, url }));

async function planOne(
  { db }: Deps,
  target: OrdinanceTarget,
  { request, url, title }: { readonly request: OrdinanceRequest; readonly url: URL; readonly title: string | null },
): Promise<PlannedOrdinance> {
  const planned = { target, title, url, options: [], jurisdictionKey: null, isShared: false };
  const publisher = publisherOf(url.hostname);
  if (publisher?.closedBecause !== undefined) {
    const detail = `${publisher.name} is not read by programs: ${publisher.closedBecause}. Download the document yourself and upload it with category "ordinance".`;
    return { ...planned, status: "publisher_blocked", detail };
  }
  const block = await knownBlock(db, url);
  if (block !== null) return { ...planned, status: "publisher_blocked", detail: block };
  const { jurisdiction } = request;
  const place = target === "county" && jurisdiction ? { ...jurisdiction, municipality: null } : jurisdiction;
  const key = isOpenAddress(url) ? jurisdictionKey(place) : null;
  const corpusId =
    key === null ? undefined : await repository.findSharedCorpus(db, { jurisdictionKey: key, url: url.href });
  const document = corpusId === undefined ? undefined : await repository.findSharedDocument(db, corpusId);
  const isShared = document !== undefined && document.published_at !== null;
  return { ...planned, status: "fetch", detail: null, jurisdictionKey: key, isShared };
}

async function keepOne(
  transaction: Queryable,
  { principal, projectId, project }: SourceOwner,
  planned: PlannedOrdinance,
  url: URL,
): Promise<void> {
  const sourceId = await repository.keepSource(transaction, {
    id: newId("source"),
    orgId: project.org_id,
    projectId,
    credentialId: principal.credentialId,
    url: url.href,
    lane: "supplemental_ordinance",
    title: planned.title ?? "",
    category: "ordinance",
    authorityScope: planned.target === "municipal" ? "municipality" : "county",
    jurisdictionKey: planned.jurisdictionKey,
    refusal: null,
    target: planned.target,
  });
  await recordAudit(transaction, {
    organizationId: project.org_id,
    actor: principalActor(principal),
    action: "source-added",
    target: projectId,
    details: { source: sourceId, lane: planned.target, host: url.host },
  });
}

/** The address of an ordinance as it may be shown; null where none is known. */
export const shownUrlOf = ({ url }: PlannedOrdinance) => (url === null ? null : shownAddress(url.href));
