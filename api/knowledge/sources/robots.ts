/** The rules of a robots.txt for one program. */
export interface RobotsRules {
  /** Returns whether a path, with its query, may be requested. */
  allows(path: string): boolean;
  /** Seconds between two requests; null if the file does not state any. */
  readonly crawlDelaySeconds: number | null;
}

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  crawlDelaySeconds: number | null;
}

/** Characters of the file that are read; the rest is ignored. @see RFC 9309, section 2.5 */
export const longestRobots = 512 * 1024;

/**
 * Returns the rules of a robots.txt for a program. The groups that name the program apply, or the groups for `*` if none
 * does. The longest rule that matches a path decides; of two equally long ones, the one that allows.
 *
 * The package robots-parser is not used: its matching takes time proportional to pattern length times path length, so
 * that a hostile file of 500 kB holds the event loop for seconds, and it does not decode `%61` to `a`.
 *
 * @see RFC 9309, sections 2.2.1 to 2.2.3; crawl-delay is not part of it but widely used
 */
export function readRobots(text: string, agent: string): RobotsRules {
  const groups = groupsIn(text);
  const naming = (name: string) => groups.filter((group) => group.agents.includes(name));
  const own = naming(agent.toLowerCase());
  const chosen = own.length > 0 ? own : naming("*");
  const rules = chosen.flatMap((group) => group.rules);
  return {
    allows(path) {
      const asked = comparable(path);
      let best: Rule | undefined;
      for (const rule of rules) {
        if (!fits(rule.pattern, asked)) continue;
        const isLonger = best === undefined || rule.pattern.length > best.pattern.length;
        if (isLonger || (rule.pattern.length === best?.pattern.length && rule.isAllowed)) best = rule;
      }
      return best?.isAllowed ?? true;
    },
    crawlDelaySeconds: chosen.find((group) => group.crawlDelaySeconds !== null)?.crawlDelaySeconds ?? null,
  };
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.slice(0, longestRobots).split(/\r\n?|\n/)) {
    const { name, value } = memberIn(line);
    const group = groups.at(-1);
    if (name === "user-agent") {
      const agent = value.toLowerCase();
      if (isNaming && group) group.agents.push(agent);
      else groups.push({ agents: [agent], rules: [], crawlDelaySeconds: null });
      isNaming = true;
      continue;
    }
    if (name === "") continue;
    isNaming = false;
    if (!group) continue;
    // An empty rule has no effect: "Disallow:" allows everything.
    if ((name === "allow" || name === "disallow") && value !== "") {
      group.rules.push({ isAllowed: name === "allow", pattern: comparable(value) });
    }
    if (name === "crawl-delay" && /^\d{1,6}(?:\.\d+)?$/.test(value)) group.crawlDelaySeconds = Number(value);
  }
  return groups;
}

function memberIn(line: string): { name: string; value: string } {
  const said = (line.split("#")[0] ?? "").replace(/^\ufeff/, "");
  const colon = said.indexOf(":");
  if (colon < 0) return { name: "", value: "" };
  return { name: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/** Returns a path in one encoding, so that escaped and plain characters compare equal; an invalid one is unchanged. */
function comparable(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}

/** Returns whether a pattern matches the start of a path: `*` matches anything, a final `$` the end. Runs in linear time. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = others.at(-1);
  for (const piece of isWhole ? others.slice(0, -1) : others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.endsWith(last) && path.length - last.length >= at;
}
