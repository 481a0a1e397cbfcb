import { createHash } from "node:crypto";
import { squareFeetFrom } from "../../geometry/ellipsoid-area.ts";
import type { AreaGeometry, GeometryFault } from "../../geometry/geojson.ts";
import { readArea } from "../../geometry/read-area.ts";
import { type FieldError, problem, validationProblem } from "../../http/problem.ts";
import type { CreateProjectBody, JurisdictionView } from "./projects.model.ts";
import type { NewParcel } from "./projects.repository.ts";

/** What a create request says, once it is known to say it fully. */
export interface ProjectRequest {
  readonly name: string;
  readonly parcels: readonly NewParcel[];
  readonly jurisdiction: JurisdictionView | null;
}

/**
 * Reads the land of a create request.
 *
 * Throws  Problem validation_failed naming each bad field; upstream_unavailable when the request leaves something to be
 *         found by discovery, which needs providers that this service does not have
 */
export function readCreateBody(body: CreateProjectBody): ProjectRequest {
  assertOneSelection(body);
  assertNeedsNoDiscovery(body);
  const errors: FieldError[] = [];
  const parcels = (body.parcels ?? []).flatMap((parcel, index) => readParcel(parcel, index, errors));
  parcels.forEach((parcel, index) => {
    const first = parcels.findIndex((other) => other.matchKeys[0] === parcel.matchKeys[0]);
    if (first >= index || errors.length > 0) return;
    errors.push({
      field: `parcels[${index}].geometry`,
      code: "duplicate",
      message: `is the same as parcels[${first}]`,
    });
  });
  if (errors.length > 0) throw validationProblem(errors);
  const [first] = parcels;
  const name = body.name?.trim() ?? first?.address ?? first?.apn ?? "Untitled site";
  return { name, parcels, jurisdiction: parcels.find((parcel) => parcel.jurisdiction)?.jurisdiction ?? null };
}

function assertOneSelection(body: CreateProjectBody): void {
  const message = "give exactly one of parcels and site";
  if (body.parcels === undefined && body.site === undefined) {
    throw validationProblem([{ field: "parcels", code: "required", message }]);
  }
  if (body.parcels !== undefined && body.site !== undefined) {
    throw validationProblem([{ field: "site", code: "exclusive", message }]);
  }
  if (body.site) assertOneSelector(body.site);
}

function assertOneSelector(site: NonNullable<CreateProjectBody["site"]>): void {
  const given = [
    site.address !== undefined,
    site.apn !== undefined || site.state !== undefined || site.county !== undefined,
    site.latitude !== undefined || site.longitude !== undefined,
    site.ll_uuid !== undefined,
  ].filter(Boolean).length;
  const isHalf =
    (site.apn === undefined) !== (site.state === undefined) ||
    (site.latitude === undefined) !== (site.longitude === undefined);
  if (given === 1 && !isHalf) return;
  const message = "give one selector: address; apn with state; latitude with longitude; or ll_uuid";
  throw validationProblem([{ field: "site", code: "wrong_form", message }]);
}

/** A provider that is not connected is not connected a moment later either. */
const laterSeconds = 3_600;

/** Refuses what needs a provider that is not connected, and names all of it at once, in the order a caller would fix it. */
function assertNeedsNoDiscovery(body: CreateProjectBody): void {
  const needs: { field: string; detail: string }[] = [];
  const add = (field: string, detail: string) => needs.push({ field, detail });
  if (body.site) add("site", "No parcel provider is connected, so a site cannot be looked up.");
  for (const [index, parcel] of (body.parcels ?? []).entries()) {
    if (parcel.ll_uuid === undefined || parcel.geometry) continue;
    add(`parcels[${index}].ll_uuid`, "No parcel provider is connected, so a parcel cannot be looked up by its id.");
  }
  if ((body.setup_mode ?? "wizard") === "wizard") {
    add("setup_mode", "No source discovery is connected, so the sources of a site cannot be found for you.");
  }
  for (const field of ["ordinance_url", "county_ordinance_url"] as const) {
    if (body[field] !== undefined) add(field, "The governing ordinance is not fetched from a URL; upload it instead.");
  }
  if ((body.pending_gis_sources?.length ?? 0) > 0) {
    add("pending_gis_sources", "No GIS services can be registered here; upload the contents of the layers instead.");
  }
  const [first] = needs;
  if (!first) return;
  const detail = [...new Set(needs.map((need) => need.detail))].join(" ");
  const errors = needs.map(({ field, detail: message }) => ({ field, code: "not_available", message }));
  const action =
    'Send setup_mode "provided" with parcels that carry their geometry, then upload the ordinance with category "ordinance".';
  throw problem("upstream_unavailable", {
    detail,
    field: first.field,
    errors,
    retry_after_seconds: laterSeconds,
    recovery: { action },
  });
}

type ParcelBody = NonNullable<CreateProjectBody["parcels"]>[number];

function readParcel(parcel: ParcelBody, index: number, errors: FieldError[]): NewParcel[] {
  const field = `parcels[${index}]`;
  if (!parcel.geometry) {
    errors.push({ field: `${field}.geometry`, code: "required", message: "is required unless ll_uuid is given" });
    return [];
  }
  if (parcel.ll_uuid !== undefined) {
    const message = "goes alone: a parcel is either looked up or given with its geometry";
    errors.push({ field: `${field}.ll_uuid`, code: "exclusive", message });
    return [];
  }
  const read = readArea(parcel.geometry);
  if ("faults" in read) {
    errors.push(...read.faults.map((fault) => fieldError(`${field}.geometry`, fault)));
    return [];
  }
  const address = parcel.address?.trim() ?? null;
  const apn = parcel.apn?.trim() ?? null;
  return [
    {
      address,
      apn,
      geometry: read.geometry,
      squareFeet: squareFeetFrom(read.squareMetres),
      jurisdiction: jurisdictionFrom(parcel.jurisdiction),
      zoningCode: parcel.zoning_code?.trim() ?? null,
      matchKeys: matchKeysOf(read.geometry, address, apn),
    },
  ];
}

const fieldError = (field: string, fault: GeometryFault): FieldError => ({
  field: `${field}${fault.path}`,
  code: fault.code,
  message: fault.message,
});

function jurisdictionFrom(given: ParcelBody["jurisdiction"]): JurisdictionView | null {
  if (!given) return null;
  return { municipality: given.municipality ?? null, county: given.county ?? null, state: given.state ?? null };
}

/** The boundary first; coordinates to the centimetre, because services round them differently. */
function matchKeysOf(geometry: AreaGeometry, address: string | null, apn: string | null): string[] {
  const rounded = JSON.stringify(geometry, (_, value) => (typeof value === "number" ? Math.round(value * 1e7) : value));
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, " ");
  return [
    `boundary:${createHash("sha256").update(rounded).digest("hex")}`,
    ...(apn === null ? [] : [`apn:${plain(apn)}`]),
    ...(address === null ? [] : [`address:${plain(address)}`]),
  ];
}
