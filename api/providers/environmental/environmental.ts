import { boxOf, grownBox, isInBox } from "../../geometry/box.ts";
import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { FetchLayer } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";
import type { EnvironmentalProperties } from "../site-layer.ts";
import { type EchoFacility, searchFacilities } from "./echo-search.ts";

/** Facilities that the EPA regulates. A listing is not evidence of contamination. @see https://echo.epa.gov/tools/web-services */
export const environmentalDescription: ProviderDescription = {
  provider: "environmental",
  name: "EPA Enforcement and Compliance History Online",
  attribution: "U.S. Environmental Protection Agency, Enforcement and Compliance History Online (ECHO)",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

/** Programs by the members of a facility that tell of them: a flag, and the state of compliance. */
const programs = [
  ["AIR", "AIRFlag", "CAAComplianceStatus"],
  ["NPDES", "NPDESFlag", "CWAComplianceStatus"],
  ["RCRAINFO", "RCRAFlag", "RCRAComplianceStatus"],
  ["SDWIS", "SDWISFlag", "SDWAComplianceStatus"],
  ["TRIS", "TRIFlag", null],
] as const;

/**
 * Makes the layer of regulated facilities, one point each with the programs that list it. `empty` where none is in the
 * area. `without_location` of the summary counts facilities that the service found but did not place.
 */
export function makeEnvironmentalLayer(client: ProviderClient): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const { facilities, provenance } = await searchFacilities(client, box, signal);
      const placed = facilities.flatMap((facility) => {
        const at = placeOf(facility);
        return at === undefined ? [] : [{ facility, at }];
      });
      const withoutLocation = facilities.length - placed.length;
      if (placed.length === 0 && withoutLocation > 0) {
        throw new ProviderFault("permanent", `${provenance.name} sent facilities without their locations.`, {
          provenance,
        });
      }
      const features = placed
        .filter(({ at }) => isInBox(at, box))
        .map(
          ({ facility, at }): SiteFeature => ({
            type: "Feature",
            geometry: { type: "Point", coordinates: at },
            properties: { ...facilityFrom(facility, client.endpoint.isSynthetic) },
          }),
        );
      if (features.length === 0 && withoutLocation === 0) return { state: "empty", provenance };
      return ready<LayerData>({ features, summary: { without_location: withoutLocation } }, provenance);
    });
}

function placeOf({ FacLong, FacLat }: EchoFacility): readonly [number, number] | undefined {
  const [longitude, latitude] = [FacLong, FacLat].map((side) => Number(textIn(side) ?? Number.NaN));
  if (longitude === undefined || latitude === undefined) return undefined;
  const isPlace = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0);
  return isPlace ? [longitude, latitude] : undefined;
}

function facilityFrom(facility: EchoFacility, isSynthetic: boolean): EnvironmentalProperties {
  const id = textIn(facility.RegistryID) ?? "";
  const listed = programs.flatMap(([program, flag, status]) => {
    const compliance = status === null ? null : textIn(facility[status]);
    const isListed = textIn(facility[flag]) === "Y" || (compliance !== null && !/not applicable/i.test(compliance));
    return isListed ? [program] : [];
  });
  const isActive = textIn(facility.FacActiveFlag) !== "N";
  const compliance = textIn(facility.FacComplianceStatus);
  return {
    ...{ id, program_id: null, name: textIn(facility.FacName) ?? id, program: listed.join(", ") || "ECHO" },
    status: isActive ? compliance : ["Inactive", compliance].filter((part) => part !== null).join("; "),
    // An invented number has no page at the agency.
    url: isSynthetic ? null : `https://echo.epa.gov/detailed-facility-report?fid=${encodeURIComponent(id)}`,
  };
}
