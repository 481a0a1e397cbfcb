import type { Database } from "../../../migrations/index.ts";
import { pauseSubject, recordAudit } from "./audit.repository.ts";
import type { AuditEvent } from "./audit-event.ts";

/** The audit of what can happen any number of times a second. */
export interface SampledAudit {
  /**
   * Records the event unless one of the same subject was recorded within the hour, by whichever process. The event says
   * how many this process passed over since the last one.
   *
   * `subject` is made of ids and names of ours, so that there are only so many of them for each credential.
   */
  record(subject: string, event: AuditEvent): Promise<void>;
}

const pauseSeconds = 3_600;
const mostRemembered = 10_000;

/**
 * Makes the audit for floods: each subject is written once an hour, and what comes in between costs neither a row nor a
 * question to the database.
 */
export function makeSampledAudit(db: Database, now: () => number = Date.now): SampledAudit {
  const pauses = new Map<string, { readonly until: number; passedOver: number }>();
  return {
    async record(subject, event) {
      const pause = pauses.get(subject);
      if (pause && pause.until > now()) {
        pause.passedOver += 1;
        return;
      }
      const passedOver = pause?.passedOver ?? 0;
      pauses.delete(subject);
      // The oldest goes: at worst it is asked for once more.
      const oldest = pauses.size >= mostRemembered ? pauses.keys().next().value : undefined;
      if (oldest !== undefined) pauses.delete(oldest);
      pauses.set(subject, { until: now() + pauseSeconds * 1_000, passedOver: 0 });
      try {
        await db.transaction(async (transaction) => {
          if (!(await pauseSubject(transaction, subject, pauseSeconds))) return;
          const details = passedOver > 0 ? { ...event.details, not_recorded_before: passedOver } : event.details;
          await recordAudit(transaction, { ...event, ...(details ? { details } : {}) });
        });
      } catch (error) {
        pauses.delete(subject);
        throw error;
      }
    },
  };
}
