import { type FieldError, validationProblem } from "../../http/problem.ts";
import { stateCode } from "../../providers/us-states.ts";
import type { ResolveBody } from "./resolve.model.ts";
import type { ParcelSelector } from "./resolve.service.ts";

type SelectorFields = Omit<ResolveBody, "limit">;

/**
 * Reads the one selector of a request.
 *
 * @param prefix what stands before the name of a field in an error: "site." where the selector is a member
 * @throws Problem validation_failed naming each bad field
 */
export function readSelector(fields: SelectorFields, prefix = ""): ParcelSelector {
  const errors = selectorErrors(fields);
  if (errors.length > 0)
    throw validationProblem(errors.map((error) => ({ ...error, field: `${prefix}${error.field}` })));
  const { address, apn, state, county, latitude, longitude, ll_uuid: llUuid } = fields;
  if (address !== undefined) return { by: "address", address: address.trim() };
  if (apn !== undefined) {
    return { by: "apn", apn: apn.trim(), state: stateCode(state ?? "") ?? "", county: county?.trim() ?? null };
  }
  if (latitude !== undefined && longitude !== undefined) return { by: "point", latitude, longitude };
  return { by: "id", llUuid: (llUuid ?? "").trim() };
}

/** Bytes of an address in the URL of a request to a data service; some accept URLs of 2,048 bytes only. */
const longestInUrl = 1_500;

const choices = "give exactly one selector: address; apn with state; latitude with longitude; or ll_uuid";

function selectorErrors(fields: SelectorFields): FieldError[] {
  const { address, apn, state, county, latitude, longitude, ll_uuid } = fields;
  const given = [
    { field: "address", isGiven: address !== undefined },
    { field: firstGiven({ apn, state, county }), isGiven: [apn, state, county].some((one) => one !== undefined) },
    { field: firstGiven({ latitude, longitude }), isGiven: latitude !== undefined || longitude !== undefined },
    { field: "ll_uuid", isGiven: ll_uuid !== undefined },
  ].filter(({ isGiven }) => isGiven);
  if (given.length === 0) return [{ field: "address", code: "required", message: choices }];
  if (given.length > 1) return given.slice(1).map(({ field }) => ({ field, code: "exclusive", message: choices }));
  const errors: FieldError[] = [];
  const sentBytes = address === undefined ? 0 : new URLSearchParams([["", address]]).toString().length;
  if (sentBytes > longestInUrl) {
    const message = `takes ${sentBytes} bytes in a URL, in which it is sent to the data services; the maximum is ${longestInUrl}`;
    errors.push({ field: "address", code: "too_long", message });
  }
  const required = (field: string, message: string) => errors.push({ field, code: "required", message });
  if (apn === undefined && (state !== undefined || county !== undefined)) {
    required("apn", "is required beside state and county; an address has its state in its text");
  }
  if (apn !== undefined && state === undefined)
    required("state", "is required beside apn: numbers repeat between states");
  if (latitude !== undefined && longitude === undefined) required("longitude", "is required beside latitude");
  if (longitude !== undefined && latitude === undefined) required("latitude", "is required beside longitude");
  if (apn !== undefined && !/[\p{L}\p{N}]/u.test(apn)) {
    errors.push({ field: "apn", code: "wrong_form", message: "must contain letters or digits" });
  }
  if (state !== undefined && stateCode(state) === null) {
    errors.push({ field: "state", code: "unknown", message: 'must be a state, such as "CT" or "Connecticut"' });
  }
  return errors;
}

function firstGiven(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields).find(([, value]) => value !== undefined)?.[0] ?? "";
}
