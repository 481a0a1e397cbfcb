import { createHash } from "node:crypto";
import type { Database } from "../../../migrations/index.ts";
import { addressGroup } from "../../http/client-address.ts";
import * as repository from "./sign-in-throttle.repository.ts";

/**
 * Slows down guessing, by address and by account at an address. Tries from other addresses never make a person wait:
 * whoever knows an e-mail address could otherwise keep its owner out.
 */
export interface SignInThrottle {
  /** Counts a try before the password is checked; returns the seconds to wait, or 0 when the try is admitted. */
  takeTry(who: { email: string; address: string }): Promise<number>;
  /** Forgets the failures of an account at an address once its password was given there. */
  succeed(who: { email: string; address: string }): Promise<void>;
  sweep(): Promise<number>;
}

/**
 * Tries that are free in an hour, and the longest wait after that; each try doubles the wait from 2 seconds.
 *
 * Units   seconds
 */
const byAccount = { free: 5, longestWait: 60 } as const;
const byAddress = { free: 20, longestWait: 300 } as const;

/** Makes the throttle; its counts are in the database, so that several processes count together. */
export function makeSignInThrottle(db: Database): SignInThrottle {
  return {
    async takeTry({ email, address }) {
      const waitOfAddress = await repository.countTry(db, subjectOfAddress(address), byAddress);
      return waitOfAddress > 0 ? waitOfAddress : repository.countTry(db, subjectOfAccount(email, address), byAccount);
    },
    async succeed({ email, address }) {
      await repository.forgetTries(db, subjectOfAccount(email, address));
      // One known password must not wipe out what its address has guessed at other accounts.
      await repository.takeBackTry(db, subjectOfAddress(address));
    },
    sweep: () => repository.sweepTries(db),
  };
}

/** Hashed, because people type passwords into the field of the address. */
const subjectOf = (kind: string, name: string) => createHash("sha256").update(`${kind}:${name}`).digest();
const subjectOfAccount = (email: string, address: string) =>
  subjectOf("account", `${email.toLowerCase()} ${addressGroup(address)}`);
const subjectOfAddress = (address: string) => subjectOf("address", addressGroup(address));
