import { createHash } from "node:crypto";
import type { Database } from "../../../migrations/index.ts";
import { addressGroup } from "../../http/client-address.ts";
import * as repository from "./sign-in-throttle.repository.ts";

/** Slows down guessing, by account and by address, without ever locking anybody out for long. */
export interface SignInThrottle {
  /** Counts a try before the password is looked at; gives how long to wait, or 0 when it may go on. */
  takeTry(who: { email: string; address: string }): Promise<number>;
  /** Forgets the failures of an account once its password was given. */
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

/** Makes the throttle; what it counts is kept in the database, so that several processes count together. */
export function makeSignInThrottle(db: Database): SignInThrottle {
  return {
    async takeTry({ email, address }) {
      const waitOfAddress = await repository.countTry(db, subjectOfAddress(address), byAddress);
      return waitOfAddress > 0 ? waitOfAddress : repository.countTry(db, subjectOfAccount(email), byAccount);
    },
    async succeed({ email, address }) {
      await repository.forgetTries(db, subjectOfAccount(email));
      // One known password must not wipe out what its address has guessed at other accounts.
      await repository.takeBackTry(db, subjectOfAddress(address));
    },
    sweep: () => repository.sweepTries(db),
  };
}

/** Hashed, because people type passwords into the field of the address. */
const subjectOf = (kind: string, name: string) => createHash("sha256").update(`${kind}:${name}`).digest();
const subjectOfAccount = (email: string) => subjectOf("account", email.toLowerCase());
const subjectOfAddress = (address: string) => subjectOf("address", addressGroup(address));
