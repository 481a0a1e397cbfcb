import { setTimeout as waitFor } from "node:timers/promises";
import { type FetchedResource, FetchFailed, type FetchLimits, type SafeFetchOptions } from "../../../ingest/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { type JobContext, JobFailure } from "../../jobs/job.ts";
import { publisherOf } from "./ordinance-publishers.ts";
import { longestRobots, type RobotsRules, readRobots } from "./robots.ts";
import * as hosts from "./source-hosts.repository.ts";

/** Fetches an address through the guarded fetcher, under the policy of the service. */
export type FetchPage = (url: string, options: Pick<SafeFetchOptions, "signal" | "limits">) => Promise<FetchedResource>;

export interface AskPublisherDeps {
  readonly db: Database;
  readonly fetchPage: FetchPage;
  /** Between two requests to one host of ordinances, unless its robots.txt asks for more: 2,000. */
  readonly hostGapMs?: number;
  /** Origins that the operator allows by name: their own, so requests to them stand apart only if robots.txt asks. */
  readonly unpacedOrigins?: readonly string[];
}

/** The name by which a robots.txt can mean this service. */
const agent = "groundwork";
const usualGapMs = 2_000;
/** A job that waits keeps others from their turn, so no host is waited for longer than this. */
const longestGapMs = 10_000;
const robotsLimits: Partial<FetchLimits> = { totalMs: 20_000, maxBytes: longestRobots, maxRetries: 1 };
const uploadInstead = "Download the document yourself and upload it.";

/** What a publisher that cannot be read ends a job with. */
export function blockedFailure(detail: string, isPermanent = true): JobFailure {
  return new JobFailure({ code: "publisher_blocked", detail: `${detail} ${uploadInstead}` }, { isPermanent });
}

/**
 * Leaves a host alone for a day. Only hosts of known publishers are remembered: on a host where anybody can put a page,
 * one page would shut out all others.
 */
export async function rememberBlock(deps: AskPublisherDeps, url: URL, detail: string): Promise<void> {
  if (publisherOf(url.hostname)) await hosts.blockHost(deps.db, url.host, detail);
}

/**
 * Tells why an address of published law cannot be asked for, as far as it is known without asking; null where nothing
 * stands against it.
 */
export async function knownBlock(db: Queryable, url: URL): Promise<string | null> {
  const host = await hosts.findHost(db, url.host);
  if (!host) return null;
  if (host.block_detail !== null) return `${host.block_detail} ${uploadInstead}`;
  return host.robots === null || allows(readRobots(host.robots, agent), url)
    ? null
    : `${disallowedDetail} ${uploadInstead}`;
}

/**
 * Waits until a page of a host of ordinances may be asked for: its robots.txt is read once a day, and requests stand
 * apart.
 *
 * @throws JobFailure publisher_blocked
 */
export async function askLeave(deps: AskPublisherDeps, url: URL, context: Pick<JobContext, "signal">): Promise<void> {
  const host = await hosts.findHost(deps.db, url.host);
  if (host && host.block_detail !== null) throw blockedFailure(host.block_detail);
  const robots = host?.robots ?? (await fetchRobots(deps, url, context.signal));
  const rules = readRobots(robots, agent);
  if (!allows(rules, url)) throw blockedFailure(disallowedDetail);
  await waitForTurn(deps, url, (rules.crawlDelaySeconds ?? 0) * 1_000, context.signal);
}

const disallowedDetail = "The site's robots.txt does not let programs read this page.";
const allows = (rules: RobotsRules, url: URL) => rules.allows(`${url.pathname}${url.search}`);

/** Gives the text of a robots.txt; empty where the host has none. A host in trouble may be about to forbid everything. */
async function fetchRobots(deps: AskPublisherDeps, url: URL, signal: AbortSignal): Promise<string> {
  await waitForTurn(deps, url, 0, signal);
  let robots = "";
  try {
    const { bytes } = await deps.fetchPage(`${url.origin}/robots.txt`, { signal, limits: robotsLimits });
    robots = bytes.toString("utf8").replaceAll("\0", "");
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchFailed)) throw error;
    const { status = 0, isChallenge } = error;
    const hasNone = error.code === "fetch.status" && status >= 400 && status <= 499 && status !== 429 && !isChallenge;
    if (!hasNone) {
      throw blockedFailure("The site's robots.txt could not be read, so nothing else of it is.", isChallenge);
    }
  }
  await hosts.keepRobots(deps.db, url.host, robots);
  return robots;
}

async function waitForTurn(deps: AskPublisherDeps, url: URL, askedMs: number, signal: AbortSignal): Promise<void> {
  const ownGapMs = deps.unpacedOrigins?.includes(url.origin) ? 0 : (deps.hostGapMs ?? usualGapMs);
  const gapMs = Math.min(Math.max(askedMs, ownGapMs), longestGapMs);
  const waitMs = await hosts.takeTurn(deps.db, url.host, gapMs);
  if (waitMs > 0) await waitFor(waitMs, undefined, { signal });
}
