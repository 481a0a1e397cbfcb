/** What a robots.txt says to one program. */
export interface RobotsRules {
  /** Tells whether a path, with its query, may be asked for. */
  allows(path: string): boolean;
  /** Seconds between two requests; null where it does not say. */
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

/** Longest file that is read; what stands behind it counts for nothing. Source: RFC 9309, section 2.5 */
export const longestRobots = 512 * 1024;

/**
 * Reads a robots.txt for a program of the given name. Of the groups that name it all rules count, else those for
 * everybody; of the rules that fit a path the longest decides, and of two as long the one that allows.
 *
 * Source  RFC 9309, sections 2.2.1 to 2.2.3; crawl-delay is no part of it but widely written
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
    // An empty rule says nothing: "Disallow:" lets everybody in.
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

/** Escapes are compared by what they stand for; what cannot be read stays as it is. */
function comparable(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}

/** Fits a pattern at the start of a path: `*` stands for anything, a final `$` for the end. Takes time linear in each piece. */
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
