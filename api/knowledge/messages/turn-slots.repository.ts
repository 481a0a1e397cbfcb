import { type Queryable, sql } from "../../../migrations/index.ts";

/** How long a slot stays taken after its holder's last sign of life. */
export const slotLeaseSeconds = 60;

/**
 * Takes one of the credential's two slots for a turn; undefined when both are held by living turns. A turn that waits
 * for a worker lives as long as its job does, though nobody renews its lease meanwhile.
 */
export async function takeTurnSlot(db: Queryable, credentialId: string, turnId: string): Promise<number | undefined> {
  for (const slot of [1, 2]) {
    const taken = await db.query<{ slot: number }>(sql`-- take_turn_slot
      insert into turn_slot (credential_id, slot, turn_id, lease_until)
      values (${credentialId}, ${slot}, ${turnId}, now() + make_interval(secs => ${slotLeaseSeconds}))
      on conflict (credential_id, slot) do update
        set turn_id = excluded.turn_id, lease_until = excluded.lease_until
        where turn_slot.lease_until < now()
          and not exists (
            select 1
            from agent_turn turn
            join background_job job on job.id = turn.background_job_id
            where turn.id = turn_slot.turn_id
              and turn.status in ('queued', 'running')
              and job.state in ('queued', 'running')
          )
      returning slot`);
    if (taken.length > 0) return slot;
  }
  return undefined;
}

/** Says that a turn is still alive; false when its slot has gone to another. */
export async function renewTurnSlot(db: Queryable, turnId: string): Promise<boolean> {
  const renewed = await db.query(sql`-- renew_turn_slot
    update turn_slot
    set lease_until = now() + make_interval(secs => ${slotLeaseSeconds})
    where turn_id = ${turnId}
    returning slot`);
  return renewed.length > 0;
}

/** Keeps the slot of a turn that is taken up again, or takes another; false when both are held by other turns. */
export async function keepTurnSlot(db: Queryable, credentialId: string, turnId: string): Promise<boolean> {
  if (await renewTurnSlot(db, turnId)) return true;
  return (await takeTurnSlot(db, credentialId, turnId)) !== undefined;
}

/** Gives a turn's slot back. */
export async function freeTurnSlot(db: Queryable, turnId: string): Promise<void> {
  await db.query(sql`-- free_turn_slot
    delete from turn_slot where turn_id = ${turnId}`);
}

/** Whole seconds until the first of the credential's slots would be free if its holder had died. */
export async function secondsUntilSlot(db: Queryable, credentialId: string): Promise<number> {
  const rows = await db.query<{ seconds: number }>(sql`-- seconds_until_turn_slot
    select ceil(extract(epoch from min(lease_until) - now()))::int as seconds
    from turn_slot
    where credential_id = ${credentialId}`);
  return Math.min(Math.max(rows[0]?.seconds ?? 1, 1), 5);
}
