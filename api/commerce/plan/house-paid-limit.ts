import { problem } from "../../http/problem.ts";
import type { Wallet } from "../wallet/wallet.service.ts";

/** Things the house pays for that a credential may add in a UTC day: documents from addresses and GIS services together. */
export const housePaidPerDay = 50;

const dayMs = 24 * 60 * 60_000;

/**
 * Makes the function that counts one more of them for a credential, in the transaction of whatever is added, so that
 * what is not added is not counted.
 *
 * @throws Problem house_paid_daily_limit with the wait until 00:00 UTC
 */
export function makeHousePaidLimit(wallet: Pick<Wallet, "countDaily">, now: () => Date = () => new Date()) {
  return async (credential: { readonly credentialId: string }): Promise<void> => {
    if (await wallet.countDaily(credential, "house_paid_source", housePaidPerDay)) return;
    throw problem("house_paid_daily_limit", { retry_after_seconds: (dayMs - (now().getTime() % dayMs)) / 1_000 });
  };
}
