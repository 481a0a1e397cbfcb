import { join } from "node:path";
import { type LawCode, readChapters } from "./law-text.ts";
import * as districts from "./tables/district-tables.ts";
import * as parking from "./tables/parking-tables.ts";
import * as site from "./tables/site-tables.ts";
import { useTable } from "./tables/use-table.ts";

const county = "Marlow County";
const words = { county };

const townTables = {
  districts: districts.districtTable,
  overlays: districts.overlayTable,
  uses: useTable,
  dimensions: districts.dimensionTable,
  intensity: districts.intensityTable,
  parking: parking.parkingTable,
  stalls: parking.stallTable,
  accessible: parking.accessibleTable,
  loading: parking.loadingTable,
  signs: site.signTable,
  buffers: site.bufferTable,
  openspace: site.openSpaceTable,
  wetlands: site.wetlandTable,
  storms: site.stormTable,
  slopes: site.slopeTable,
  amendments: site.amendmentTable,
  fees: site.feeTable,
};

/** The codes that the invented governments publish. */
export interface PublishedCodes {
  readonly zoning: LawCode;
  readonly county: LawCode;
}

let published: PublishedCodes | undefined;

/** Returns the codes; their files are read once. */
export function publishedCodes(): PublishedCodes {
  published ??= {
    zoning: {
      title: "Zoning Ordinance of the Town of Alder Falls",
      government: "Town of Alder Falls, Connecticut",
      currency: "Current through the amendments effective October 1, 2022.",
      chapters: readChapters({ folder: join(import.meta.dirname, "articles"), tables: townTables, words }),
    },
    county: {
      title: `${county} Land Use Code`,
      government: `${county}, Connecticut`,
      currency: "Current through Ordinance 2021-07, effective January 1, 2022.",
      chapters: readChapters({ folder: join(import.meta.dirname, "county"), tables: {}, words }),
    },
  };
  return published;
}
