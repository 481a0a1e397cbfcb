import { makeGroundworkPeer } from "./groundwork-peer.ts";
import { lanceDbPeer } from "./lancedb-peer.ts";
import { makeLangChainPeer } from "./langchain-peer.ts";
import { oramaPeer } from "./orama-peer.ts";
import type { Peer } from "./peer.ts";
import { pglitePeer } from "./pglite-peer.ts";
import { sqlitePeer } from "./sqlite-peer.ts";

/** A peer by the name it is chosen with, and the packages it needs. */
export interface ListedPeer {
  readonly id: string;
  readonly peer: Peer;
  readonly packages: readonly string[];
}

const langChain = ["@langchain/core", "@langchain/classic", "@langchain/community"];

function langChainPeer(id: string, name: string, isEnsemble: boolean, lowersDocuments: boolean): ListedPeer {
  return { id, peer: makeLangChainPeer({ name, isEnsemble, lowersDocuments }), packages: langChain };
}

/** Everything that can be measured, in the order of the table. */
export const listedPeers: readonly ListedPeer[] = [
  { id: "groundwork", peer: makeGroundworkPeer("Groundwork", true), packages: [] },
  { id: "groundwork-hybrid", peer: makeGroundworkPeer("Groundwork, not reranked", false), packages: [] },
  { id: "sqlite", peer: sqlitePeer, packages: ["sqlite-vec"] },
  { id: "orama", peer: oramaPeer, packages: ["@orama/orama"] },
  { id: "lancedb", peer: lanceDbPeer, packages: ["@lancedb/lancedb", "apache-arrow"] },
  { id: "pglite", peer: pglitePeer, packages: [] },
  langChainPeer("langchain-bm25", "LangChain BM25, as shipped", false, false),
  langChainPeer("langchain-bm25-lower", "LangChain BM25, lower-cased", false, true),
  langChainPeer("langchain-ensemble", "LangChain ensemble, as shipped", true, false),
  langChainPeer("langchain-ensemble-lower", "LangChain ensemble, lower-cased", true, true),
];

/**
 * Finds a listed peer.
 *
 * @throws RangeError naming what can be chosen
 */
export function peerById(id: string): ListedPeer {
  const found = listedPeers.find((listed) => listed.id === id);
  if (found) return found;
  throw new RangeError(`--peer ${id}: choose of ${listedPeers.map((listed) => listed.id).join(", ")}`);
}
