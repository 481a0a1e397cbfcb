import { createHash } from "node:crypto";
import type { Compute } from "../../../ingest/index.ts";
import { squareFeetFrom } from "../../geometry/ellipsoid-area.ts";
import type { AreaGeometry, GeometryFault } from "../../geometry/geojson.ts";
import { innerPoint } from "../../geometry/inner-point.ts";
import type { AreaReading } from "../../geometry/read-area.ts";
import { readAreas } from "../../geometry/read-areas.ts";
import { type FieldError, problem, validationProblem } from "../../http/problem.ts";
import type { ResolveView } from "../../land/parcels/resolve.model.ts";
import type { Provenance, ProviderResult } from "../../providers/provider-result.ts";
import type { Geocoder, Jurisdiction, ParcelRecord, ParcelSource } from "../../providers/providers.ts";
import { neededProviderDown } from "./outside-answers.ts";
import type { NewParcel, ZoningEvidence } from "./project-parcels.repository.ts";
import type { CreateProjectBody } from "./projects.model.ts";

type ParcelBody = NonNullable<CreateProjectBody["parcels"]>[number];
type SiteBody = NonNullable<CreateProjectBody["site"]>;

/** The land of a project. */
export interface ProjectLand {
  readonly parcels: readonly NewParcel[];
  readonly jurisdiction: Jurisdiction | null;
}

export interface PlanLandDeps {
  readonly providers: { readonly parcels: ParcelSource; readonly geocoder: Geocoder };
  readonly compute: Compute;
  /** Finds the parcels that a selector means. @throws Problem validation_failed, upstream_unavailable */
  readonly resolveSite: (site: SiteBody, signal: AbortSignal | undefined) => Promise<ResolveView>;
}

interface LandRequest {
  readonly body: CreateProjectBody;
  readonly signal: AbortSignal | undefined;
}

/**
 * Finds the land of a create request: parcels by their id or geometry, or the parcel that a selector means. When both are
 * given, the parcels count: they are what was chosen among those that the selector means.
 *
 * @throws Problem validation_failed naming each bad field; confirmation_required when the selector means several parcels;
 *         upstream_unavailable when a provider that is needed cannot be asked
 */
export async function planLand(deps: PlanLandDeps, request: LandRequest): Promise<ProjectLand> {
  const { body, signal } = request;
  const given = body.parcels ?? [{ ll_uuid: await chosenParcel(deps, body.site, signal) }];
  const field = (index: number) => (body.parcels === undefined ? "site" : `parcels[${index}]`);
  const errors: FieldError[] = [];
  const areas = await areasOf(deps, given, signal);
  const read = given.map((parcel, index) => readParcel(parcel, { field: field(index), area: areas[index] }, errors));
  if (errors.length > 0) throw validationProblem(errors);
  const parcels = (await Promise.all(read.map((one) => one && lookUp(deps, one, request, errors)))).flatMap(
    (parcel) => parcel ?? [],
  );
  if (errors.length > 0) throw validationProblem(errors);
  assertDistinct(parcels);
  return { parcels, jurisdiction: await jurisdictionOf(deps, parcels, request) };
}

/** Returns the geometries that parcels are given with, as they are read; undefined for those without one. */
async function areasOf(
  { compute }: PlanLandDeps,
  given: readonly ParcelBody[],
  signal: AbortSignal | undefined,
): Promise<readonly (AreaReading | undefined)[]> {
  const geometries = given.flatMap(({ geometry }) => geometry ?? []);
  const read = geometries.length === 0 ? [] : [...(await readAreas(compute, geometries, signal))];
  return given.map(({ geometry }) => (geometry ? read.shift() : undefined));
}

async function chosenParcel(
  { resolveSite }: PlanLandDeps,
  site: SiteBody | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (site === undefined) {
    throw validationProblem([{ field: "parcels", code: "required", message: "give exactly one of parcels and site" }]);
  }
  const { match, candidates } = await resolveSite(site, signal);
  const [first] = candidates;
  if (!first) {
    throw validationProblem([{ field: "site", code: "not_found", message: notFound(site) }]);
  }
  if (match === "exact") return first.ll_uuid;
  throw parcelChoice(match, candidates);
}

function notFound(site: SiteBody): string {
  const checks =
    site.address !== undefined
      ? "Check the spelling, and give the house number, the street, the city and the state or ZIP code"
      : "Check it";
  return `matches no parcel. ${checks}, or send another selector: address; apn with state; latitude with longitude`;
}

const prompts: Readonly<Record<ResolveView["match"], string>> = {
  exact: "Which parcel is meant?",
  likely: "This parcel fits with differences. Is it the one that is meant?",
  ambiguous: "Several parcels fit about as well. Which one is meant?",
  several_parcels: "Several parcels share the address. Which of them are the site?",
  none: "Which parcel is meant?",
};

function parcelChoice(match: ResolveView["match"], candidates: ResolveView["candidates"]) {
  const option = (label: string, some: ResolveView["candidates"]) => ({
    label,
    field: "parcels",
    value: some.map(({ ll_uuid }) => ({ ll_uuid })),
  });
  const [first] = candidates;
  const together = candidates.filter(({ address }) => address === first?.address);
  const all = match === "several_parcels" ? [option(`All ${together.length} parcels of the address`, together)] : [];
  const single = candidates.map((one) => option(labelOf(one), [one]));
  return problem("confirmation_required", {
    detail: prompts[match],
    choices: [{ decision: "parcel", prompt: prompts[match], options: [...all, ...single] }],
  });
}

function labelOf({ address, apn, size }: ResolveView["candidates"][number]): string {
  const number = apn === null ? [] : [`parcel number ${apn}`];
  return [address ?? "Parcel without an address", ...number, `${size.acres.toFixed(2)} acres`].join(", ");
}

/** A parcel of a request: looked up by its id, or given with its geometry. */
type ReadParcel = { readonly field: string; readonly zoning: string | null; readonly body: ParcelBody } & (
  | { readonly llUuid: string }
  | { readonly area: { readonly geometry: AreaGeometry; readonly squareFeet: number } }
);

function readParcel(
  body: ParcelBody,
  { field, area }: { readonly field: string; readonly area: AreaReading | undefined },
  errors: FieldError[],
): ReadParcel | undefined {
  const zoning = body.zoning_code?.trim() ?? null;
  if (body.ll_uuid !== undefined) {
    const beside = (["geometry", "address", "apn", "jurisdiction"] as const).find((name) => body[name] !== undefined);
    if (beside === undefined) return { field, zoning, body, llUuid: body.ll_uuid.trim() };
    const message = "goes alone, or with zoning_code: a parcel is either looked up or given with its geometry";
    errors.push({ field: `${field}.ll_uuid`, code: "exclusive", message });
    return undefined;
  }
  if (!area) {
    errors.push({ field: `${field}.geometry`, code: "required", message: "is required unless ll_uuid is given" });
    return undefined;
  }
  if ("faults" in area) {
    errors.push(...area.faults.map((fault) => fieldError(`${field}.geometry`, fault)));
    return undefined;
  }
  const { geometry, squareMetres } = area;
  return { field, zoning, body, area: { geometry, squareFeet: squareFeetFrom(squareMetres) } };
}

const fieldError = (field: string, fault: GeometryFault): FieldError => ({
  field: `${field}${fault.path}`,
  code: fault.code,
  message: fault.message,
});

async function lookUp(
  { providers, compute }: PlanLandDeps,
  parcel: ReadParcel,
  { body, signal }: LandRequest,
  errors: FieldError[],
): Promise<NewParcel | undefined> {
  if ("area" in parcel) {
    const isDiscovered = (body.setup_mode ?? "wizard") === "wizard";
    const isComplete = parcel.zoning !== null && parcel.body.jurisdiction !== undefined;
    const record = isDiscovered && !isComplete ? await recordAt(providers.parcels, parcel.area, signal) : undefined;
    return givenParcel(parcel, parcel.area, record);
  }
  const result = await providers.parcels.byId(parcel.llUuid, signal);
  if (result.state === "ready") {
    const [area] = await readAreas(compute, [result.value.geometry], signal);
    return area && recordedParcel(parcel, { ...result, area }, errors);
  }
  if (result.state !== "empty" && result.state !== "not_published") {
    throw neededProviderDown("The parcel could not be looked up", result, `${parcel.field}.ll_uuid`);
  }
  errors.push({ field: `${parcel.field}.ll_uuid`, code: "unknown", message: "matches no parcel of the source" });
  return undefined;
}

type Found = Extract<ProviderResult<ParcelRecord>, { state: "ready" }>;

function recordedParcel(
  parcel: ReadParcel,
  { value, provenance, area }: Found & { readonly area: AreaReading },
  errors: FieldError[],
): NewParcel | undefined {
  if ("faults" in area) {
    const message = `has a boundary that cannot be used: ${area.faults[0]?.message ?? ""}; give its geometry instead`;
    errors.push({ field: `${parcel.field}.ll_uuid`, code: "unusable", message });
    return undefined;
  }
  return {
    llUuid: value.llUuid,
    address: value.address,
    apn: value.apn,
    geometry: area.geometry,
    squareFeet: squareFeetFrom(area.squareMetres),
    recordedSquareFeet: value.recordedSquareFeet,
    jurisdiction: value.jurisdiction,
    callerZoning: parcel.zoning,
    recordedZoning: recordedZoning(value, provenance),
    provenance,
    matchKeys: [...matchKeysOf(area.geometry, value.address, value.apn), `ll_uuid:${value.llUuid.toLowerCase()}`],
  };
}

function givenParcel(
  { body, zoning }: ReadParcel,
  { geometry, squareFeet }: { readonly geometry: AreaGeometry; readonly squareFeet: number },
  record: Found | undefined,
): NewParcel {
  const address = body.address?.trim() ?? record?.value.address ?? null;
  const apn = body.apn?.trim() ?? record?.value.apn ?? null;
  const given = body.jurisdiction;
  const known = record?.value.jurisdiction ?? null;
  return {
    llUuid: null,
    address,
    apn,
    geometry,
    squareFeet,
    recordedSquareFeet: record?.value.recordedSquareFeet ?? null,
    jurisdiction:
      given === undefined
        ? known
        : { municipality: given.municipality ?? null, county: given.county ?? null, state: given.state ?? null },
    callerZoning: zoning,
    recordedZoning: record ? recordedZoning(record.value, record.provenance) : null,
    provenance: null,
    matchKeys: matchKeysOf(geometry, address, apn),
  };
}

function recordedZoning(record: ParcelRecord, { name }: Provenance): ZoningEvidence | null {
  const code = record.zoningCode?.trim() ?? "";
  return code === "" ? null : { code, description: record.zoningDescription, source: name };
}

/** The record of the parcel in the middle of an area; undefined where the source has none, or is not configured. */
async function recordAt(
  parcels: ParcelSource,
  { geometry }: { readonly geometry: AreaGeometry },
  signal: AbortSignal | undefined,
): Promise<Found | undefined> {
  const [longitude, latitude] = innerPoint(geometry);
  const result = await parcels.byPoint({ latitude, longitude, radiusMeters: 0 }, 2, signal);
  if (result.state === "failed") throw neededProviderDown("The parcel could not be looked up", result, "parcels");
  const [first, second] = result.state === "ready" ? result.value : [];
  return result.state === "ready" && first && !second ? { ...result, value: first } : undefined;
}

function assertDistinct(parcels: readonly NewParcel[]): void {
  const errors = parcels.flatMap((parcel, index): FieldError[] => {
    const first = parcels.findIndex((other) => other.matchKeys[0] === parcel.matchKeys[0]);
    if (first >= index) return [];
    const name = parcel.llUuid === null ? "geometry" : "ll_uuid";
    return [{ field: `parcels[${index}].${name}`, code: "duplicate", message: `is the same as parcels[${first}]` }];
  });
  if (errors.length > 0) throw validationProblem(errors);
}

async function jurisdictionOf(
  { providers }: PlanLandDeps,
  parcels: readonly NewParcel[],
  { body, signal }: LandRequest,
): Promise<Jurisdiction | null> {
  const known = parcels.find(({ jurisdiction }) => jurisdiction !== null)?.jurisdiction ?? null;
  const [first] = parcels;
  // The record of a county names no municipality, although the land may be in one; a caller who names none means that.
  const isGiven = body.parcels?.some(({ jurisdiction }) => jurisdiction !== undefined) ?? false;
  const isKnown =
    known !== null && known.state !== null && (known.municipality ?? (isGiven ? known.county : null)) !== null;
  if (isKnown || !first || body.setup_mode === "provided") return known;
  const [longitude, latitude] = innerPoint(first.geometry);
  const result = await providers.geocoder.jurisdictionAt({ latitude, longitude }, signal);
  if (result.state === "failed") {
    throw neededProviderDown("The government of the place could not be looked up", result, "parcels[0].jurisdiction");
  }
  if (result.state !== "ready") return known;
  const { municipality, county, state } = result.value;
  return {
    municipality: known?.municipality ?? municipality,
    county: known?.county ?? county,
    state: known?.state ?? state,
  };
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
