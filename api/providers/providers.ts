import type { Box } from "../geometry/box.ts";
import type { ProviderResult } from "./provider-result.ts";
import type { AreaGeometry, LayerData, SiteFeature } from "./site-features.ts";
import type { ProvidedLayerName } from "./site-layer.ts";

/** A place by its governments, as far as they are known. */
export interface Jurisdiction {
  readonly municipality: string | null;
  readonly county: string | null;
  /** Name of the state: "Connecticut". */
  readonly state: string | null;
}

/** A parcel as its source describes it. */
export interface ParcelRecord {
  readonly llUuid: string;
  readonly apn: string | null;
  readonly address: string | null;
  readonly geometry: AreaGeometry;
  /** Area as the record states it, such as that of the deed; null where it states none. */
  readonly recordedSquareFeet: number | null;
  readonly jurisdiction: Jurisdiction;
  readonly zoningCode: string | null;
  readonly zoningDescription: string | null;
  /** What the record calls its use: "Single family". */
  readonly use: string | null;
  /** Match quality as the source states it, 0..1; null where it states none. */
  readonly sourceScore: number | null;
}

/** Where parcels are looked up. A list in state `ready` is never empty. */
export interface ParcelSource {
  byAddress(address: string, limit: number, signal?: AbortSignal): Promise<ProviderResult<readonly ParcelRecord[]>>;
  byApn(
    query: { readonly apn: string; readonly state: string; readonly county: string | null },
    limit: number,
    signal?: AbortSignal,
  ): Promise<ProviderResult<readonly ParcelRecord[]>>;
  /** Parcels at a point, or within a distance of it. */
  byPoint(
    point: { readonly latitude: number; readonly longitude: number; readonly radiusMeters: number },
    limit: number,
    signal?: AbortSignal,
  ): Promise<ProviderResult<readonly ParcelRecord[]>>;
  byId(llUuid: string, signal?: AbortSignal): Promise<ProviderResult<ParcelRecord>>;
}

/** A place that a geocoder found for an address. */
export interface GeocodedPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly matchedAddress: string;
  readonly jurisdiction: Jurisdiction;
}

/** Turns addresses into places, and points into the governments they lie in. */
export interface Geocoder {
  geocode(address: string, signal?: AbortSignal): Promise<ProviderResult<readonly GeocodedPlace[]>>;
  jurisdictionAt(
    point: { readonly latitude: number; readonly longitude: number },
    signal?: AbortSignal,
  ): Promise<ProviderResult<Jurisdiction>>;
}

/** The area a layer is asked for: the site, and how far around it. */
export interface LayerRequest {
  readonly site: AreaGeometry;
  readonly marginMeters: number;
  readonly jurisdiction: Jurisdiction;
}

/** Fetches one layer around a site. */
export type FetchLayer = (request: LayerRequest, signal?: AbortSignal) => Promise<ProviderResult<LayerData>>;

/** An aerial picture: PNG bytes and what they show. */
export interface AerialImage {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Web Mercator (EPSG:3857) metres: min x, min y, max x, max y. The extent the server drew, which may differ from the one asked for. */
  readonly bboxWebMercator: readonly [number, number, number, number];
  readonly attribution: string;
}

/** Draws aerial imagery. */
export interface ImagerySource {
  draw(
    request: {
      readonly bboxWebMercator: readonly [number, number, number, number];
      readonly widthPx: number;
      readonly heightPx: number;
    },
    signal?: AbortSignal,
  ): Promise<ProviderResult<AerialImage>>;
}

/** A file made by an agency: a FIRMette, a printed panel, a wetlands map. */
export interface AgencyFile {
  readonly bytes: Uint8Array;
  readonly mimeType: "application/pdf" | "image/png";
  readonly filename: string;
}

/** Official map products. `not_published` means that the agency prints no map for the place. */
export interface AgencyMaps {
  /** The flood map of a point in a site; where no panel shows the point, the panel of the rest of the site. */
  floodMap(
    asked: { readonly latitude: number; readonly longitude: number; readonly siteBox: Box },
    signal?: AbortSignal,
  ): Promise<ProviderResult<AgencyFile>>;
  /** A wetlands picture of an extent in Web Mercator, to be put on a sheet with its credit. */
  wetlandsMap(
    request: {
      readonly bboxWebMercator: readonly [number, number, number, number];
      readonly widthPx: number;
      readonly heightPx: number;
    },
    signal?: AbortSignal,
  ): Promise<ProviderResult<AerialImage>>;
}

/** A published ordinance of a jurisdiction. */
export interface OrdinanceListing {
  readonly target: "municipal" | "county" | "supplemental";
  readonly title: string;
  readonly url: string;
  readonly publisher: string | null;
  /** Set where the publisher forbids programs, with the reason. */
  readonly blockedReason: string | null;
}

/** A code that was collected from its publisher, as one page of HTML. */
export interface CollectedCode {
  readonly title: string;
  readonly html: string;
  /** How current the text is, in the publisher's words; null where it does not say. */
  readonly currency: string | null;
}

/** Finds the ordinances that govern a place, and reads those that a page in a browser would draw. */
export interface OrdinanceDiscovery {
  discover(jurisdiction: Jurisdiction, signal?: AbortSignal): Promise<ProviderResult<readonly OrdinanceListing[]>>;
  /** Whether `collect` reads an address; those of other publishers are read as pages. */
  publishes(url: string): boolean;
  /** Collects the text of a code. `onPage` is called with how many of the chapters known so far are collected. */
  collect(
    url: string,
    options: { onPage(done: number, known: number): Promise<void>; readonly signal?: AbortSignal | undefined },
  ): Promise<ProviderResult<CollectedCode>>;
}

/** A layer of a GIS service that was found behind an address. */
export interface GisServiceLayer {
  readonly url: string;
  readonly name: string;
  readonly geometryType: "point" | "line" | "polygon";
  readonly attribution: string | null;
  readonly license: string | null;
}

/** ArcGIS services given as viewer, web map, item or REST addresses. */
export interface GisServices {
  /** Traces an address to the REST services behind it and lists their feature layers. */
  trace(
    url: string,
    signal?: AbortSignal,
  ): Promise<ProviderResult<{ readonly restBases: readonly string[]; readonly layers: readonly GisServiceLayer[] }>>;
  /** Reads the features of one layer around a site. */
  read(
    layer: GisServiceLayer,
    request: LayerRequest,
    signal?: AbortSignal,
  ): Promise<ProviderResult<readonly SiteFeature[]>>;
}

/** Every outside data service, each behind its own settings. */
export interface Providers {
  readonly parcels: ParcelSource;
  readonly geocoder: Geocoder;
  readonly layers: Readonly<Record<ProvidedLayerName, FetchLayer>>;
  readonly imagery: ImagerySource;
  readonly agencyMaps: AgencyMaps;
  readonly ordinances: OrdinanceDiscovery;
  readonly gisServices: GisServices;
}
