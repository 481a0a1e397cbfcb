/**
 * The container of Office 97-2003 files: a file system of sectors with a table that chains them, as the specification
 * MS-CFB describes it. Only what must be known before another reader follows the chains is read here.
 */

const headerBytes = 512;
const entryBytes = 128;
const listedInHeader = 109;
/** Streams below this size lie in the small sectors of the root stream. */
const smallStream = 4096;
const smallSector = 64;

interface Entry {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/** A container whose chains all end inside the file. */
export interface CompoundFile {
  readonly names: ReadonlySet<string>;
  /** The first bytes of a stream; empty when there is no such stream. */
  beginning(name: string, length: number): Uint8Array;
}

/** A container that is cut off or that contradicts itself. */
export class BrokenCompoundFile extends Error {}

/**
 * Opens a container and follows every chain of sectors once.
 *
 * @throws BrokenCompoundFile for a chain that runs in a circle or leads outside of the file
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) throw new BrokenCompoundFile("the header is cut off");
  const shift = view.getUint16(30, true);
  if ((shift !== 9 && shift !== 12) || view.getUint16(32, true) !== 6) throw new BrokenCompoundFile("odd sector size");
  const sector = 2 ** shift;
  const sectors = Math.ceil((bytes.length - headerBytes) / sector);
  for (const at of [44, 64, 72]) {
    if (view.getUint32(at, true) > sectors) throw new BrokenCompoundFile("more tables than sectors");
  }
  const tables = tableSectors(view, sector, sectors);
  const next = (at: number): number => {
    const table = tables[Math.floor((at * 4) / sector)];
    const place = table === undefined ? -1 : (table + 1) * sector + ((at * 4) % sector);
    if (place < 0 || place + 4 > bytes.length) throw new BrokenCompoundFile(`sector ${at} is not chained`);
    return view.getInt32(place, true);
  };
  const chain = (start: number): number[] => chainFrom(start, sectors, next);
  const entries = directoryOf(view, chain(view.getInt32(48, true)), sector);
  chain(view.getInt32(60, true));
  const root = entries[0];
  const small = root ? chain(root.start) : [];
  for (const entry of entries) if (entry.size >= smallStream) chain(entry.start);
  return {
    names: new Set(entries.map((entry) => entry.name)),
    beginning(name, length) {
      const entry = entries.find((each) => each.name === name);
      if (!entry || entry.size === 0) return new Uint8Array();
      const place = entry.size < smallStream ? smallPlace(entry.start, small, sector) : (entry.start + 1) * sector;
      return bytes.subarray(place, place + Math.min(length, entry.size));
    },
  };
}

function smallPlace(start: number, small: readonly number[], sector: number): number {
  const at = start * smallSector;
  const holder = small[Math.floor(at / sector)];
  if (holder === undefined) throw new BrokenCompoundFile("a small stream lies outside of the root stream");
  return (holder + 1) * sector + (at % sector);
}

/** The sectors that hold the table of chains: the first in the header, further ones in lists chained to it. */
function tableSectors(view: DataView, sector: number, sectors: number): number[] {
  const count = view.getUint32(44, true);
  const found: number[] = [];
  for (let at = 0; at < Math.min(count, listedInHeader); at += 1) found.push(view.getInt32(76 + at * 4, true));
  let list = view.getInt32(68, true);
  for (let lists = 0; found.length < count && list >= 0; lists += 1) {
    const place = (list + 1) * sector;
    if (lists > sectors || place + sector > view.byteLength)
      throw new BrokenCompoundFile("a list of tables is cut off");
    for (let at = 0; at < sector - 4 && found.length < count; at += 4) found.push(view.getInt32(place + at, true));
    list = view.getInt32(place + sector - 4, true);
  }
  return found;
}

function chainFrom(start: number, sectors: number, next: (at: number) => number): number[] {
  const found: number[] = [];
  for (let at = start; at >= 0; at = next(at)) {
    if (at >= sectors) throw new BrokenCompoundFile(`sector ${at} lies outside of the file`);
    found.push(at);
    if (found.length > sectors) throw new BrokenCompoundFile("a chain of sectors runs in a circle");
  }
  return found;
}

function directoryOf(view: DataView, places: readonly number[], sector: number): Entry[] {
  const entries: Entry[] = [];
  for (const place of places) {
    for (
      let at = (place + 1) * sector;
      at + entryBytes <= Math.min((place + 2) * sector, view.byteLength);
      at += entryBytes
    ) {
      const length = Math.min(view.getUint16(at + 64, true), 64);
      if (length < 2) continue;
      const name = Buffer.from(view.buffer, view.byteOffset + at, length - 2).toString("utf16le");
      entries.push({ name, start: view.getInt32(at + 116, true), size: view.getUint32(at + 120, true) });
    }
  }
  return entries;
}
