/** A place as OpenStreetMap writes it. */
export interface MapPlace {
  readonly lat: number;
  readonly lon: number;
}

/** An element of an answer of Overpass, with its geometry. */
export interface MapElement {
  readonly type: "node" | "way" | "relation";
  readonly id: number;
  readonly tags: Readonly<Record<string, string>>;
  /** Of a node. */
  readonly lat?: number;
  readonly lon?: number;
  /** Of a way; null for a place that was left out. */
  readonly geometry?: readonly (MapPlace | null)[];
  /** Of a relation. */
  readonly members?: readonly { readonly role: string; readonly geometry?: readonly (MapPlace | null)[] }[];
}

/** The layers that are read from the open map. */
export const mapTopics = ["roads", "utilities", "buildings"] as const;
export type MapTopic = (typeof mapTopics)[number];
