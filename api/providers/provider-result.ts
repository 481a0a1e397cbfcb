/** Where data came from and on what terms, kept beside everything that is derived from it. */
export interface Provenance {
  /** Key of the provider: "parcel_api", "flood", "wetlands", "soils". */
  readonly provider: string;
  /** Name of the dataset as a person reads it: "FEMA National Flood Hazard Layer". */
  readonly name: string;
  /** What was asked, without tokens. */
  readonly url: string;
  readonly fetchedAt: Date;
  /** Date or edition of the data, in the provider's words: "effective 2021-06-02". */
  readonly vintage: string | null;
  readonly attribution: string | null;
  readonly license: string | null;
  /** True where the data is invented, as all data of the demo town is. */
  readonly isSynthetic: boolean;
}

/**
 * What a provider answered. "Nothing is there" (`empty`), "the provider publishes nothing for this place" (`not_published`)
 * and "the provider could not be asked" are different answers and are never merged.
 */
export type ProviderResult<Value> =
  | {
      readonly state: "ready";
      readonly value: Value;
      readonly provenance: Provenance;
      /** What is missing: sources of the value that could not be asked. */
      readonly detail?: string;
    }
  | { readonly state: "empty"; readonly provenance: Provenance }
  | { readonly state: "not_published"; readonly detail: string; readonly provenance: Provenance }
  /** No such provider is configured. */
  | { readonly state: "unavailable"; readonly detail: string }
  /** The publisher forbids programs, or asks for a licence. */
  | { readonly state: "blocked"; readonly detail: string; readonly url: string | null }
  | {
      readonly state: "failed";
      readonly detail: string;
      readonly retryAfterSeconds: number;
      readonly provenance: Provenance | null;
    };

/** The states of `ProviderResult`. */
export type ProviderState = ProviderResult<unknown>["state"];
