import type { Queryable } from "../../../migrations/index.ts";
import { knownBlock } from "./ask-publisher.ts";
import { gisKey } from "./gis-key.ts";
import { jurisdictionKey } from "./jurisdiction-key.ts";
import { type Routing, routeSource } from "./route-source.ts";
import { isOpenAddress } from "./source-address.ts";
import type { SourceLane } from "./sources.model.ts";
import type { SourceProjectRow } from "./sources.repository.ts";

/** An address that somebody wants in a project, with their own words about it. */
export interface SourceRequest {
  readonly url: URL;
  readonly title: string;
  readonly category: string;
  readonly authorityScope: string;
  /** Why it is never fetched; null where it may be. */
  readonly refusal: string | null;
}

interface Decided<Status extends string> {
  readonly status: Status;
  readonly lane: SourceLane;
  readonly confidence: string;
  /** What to do next, in words. */
  readonly message: string;
  /** Of law that is shared within a jurisdiction; null keeps the text to the project. */
  readonly jurisdictionKey: string | null;
}

/** What is done about an address. */
export type KeptDecision = Decided<"queued" | "publisher_blocked" | "needs_confirmation" | "rejected">;
export type SourceDecision =
  | KeptDecision
  | (Decided<"governing"> & { readonly target: "municipal_ordinance" | "county_ordinance" });

const choices = `Add it again with category "supplemental" to have it beside the governing ordinance, or with "document" to have it as a document of the project; to make it the governing ordinance, upload the document with category "ordinance".`;

/** Decides what is done about an address: where it belongs, and whether anything known stands against fetching it. */
export async function decideSource(
  db: Queryable,
  project: SourceProjectRow,
  request: SourceRequest,
): Promise<SourceDecision> {
  const { url, title, category } = request;
  const routing = routeSource({
    url,
    title,
    category,
    municipality: project.jurisdiction?.municipality ?? null,
    county: project.jurisdiction?.county ?? null,
    hasGoverningOrdinance: project.has_governing_ordinance,
  });
  const confidence = "confidence" in routing ? routing.confidence : "";
  const decided = { lane: laneOf(routing), confidence, jurisdictionKey: null };
  if (request.refusal !== null) return { ...decided, status: "rejected", message: request.refusal };
  switch (routing.to) {
    case "gis": {
      const shared = gisKey(project.jurisdiction, url, "municipality");
      return { ...decided, status: "queued", confidence: "high", message: "", jurisdictionKey: shared };
    }
    case "closed_publisher": {
      const { name, closedBecause } = routing.publisher;
      const message = `${name} is not read by programs: ${closedBecause}. Download the document yourself and upload it.`;
      return { ...decided, status: "publisher_blocked", confidence: "high", message };
    }
    case "unclear": {
      const message = `This looks like the whole law of a place, and it cannot be told whether it governs this project. ${choices}`;
      return { ...decided, status: "needs_confirmation", confidence: "medium", message };
    }
    case "governing": {
      const message = `This looks like the ordinance that governs the project, which is never added without a person's word. ${choices}`;
      return { ...decided, status: "governing", message, target: `${routing.target}_ordinance` };
    }
    case "project_document":
      return { ...decided, status: "queued", message: "" };
    case "supplemental_ordinance": {
      const block = await knownBlock(db, url);
      if (block !== null) return { ...decided, status: "publisher_blocked", message: block };
      const shared = isOpenAddress(url) ? jurisdictionKey(project.jurisdiction) : null;
      return { ...decided, status: "queued", message: "", jurisdictionKey: shared };
    }
  }
}

function laneOf({ to }: Routing): SourceLane {
  if (to === "gis") return "gis";
  return to === "project_document" ? "project_document" : "supplemental_ordinance";
}
