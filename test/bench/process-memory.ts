import { readdir, readFile } from "node:fs/promises";

const pageSize = 4_096;

/** Resident bytes of a process, from the kernel's own count; 0 once it has ended. Linux only. */
export async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * pageSize;
}

/** Processes started by a process, directly or not. */
export async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    parents.set(Number(name), parent);
  }
  const found: number[] = [];
  const children = [pid];
  for (let next = children.pop(); next !== undefined; next = children.pop()) {
    for (const [child, parent] of parents) {
      if (parent !== next) continue;
      found.push(child);
      children.push(child);
    }
  }
  return found;
}

/** Peaks seen while watching a process and what it starts. */
export interface MemoryPeaks {
  readonly ownBytes: number;
  readonly largestChildBytes: number;
  /** Most that the process and its descendants took at one moment. */
  readonly togetherBytes: number;
}

/** Watches a process and its descendants every 50 ms until asked to stop. */
export function watchMemory(pid: number): { stop(): Promise<MemoryPeaks> } {
  let isWatching = true;
  let ownBytes = 0;
  let largestChildBytes = 0;
  let togetherBytes = 0;
  const watching = (async () => {
    while (isWatching) {
      const children = await Promise.all((await descendants(pid)).map(residentBytes));
      const own = await residentBytes(pid);
      ownBytes = Math.max(ownBytes, own);
      largestChildBytes = Math.max(largestChildBytes, ...children);
      togetherBytes = Math.max(
        togetherBytes,
        children.reduce((sum, child) => sum + child, own),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    stop: async () => {
      isWatching = false;
      await watching;
      return { ownBytes, largestChildBytes, togetherBytes };
    },
  };
}
