import { setTimeout as pause } from 'node:timers/promises';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { JobContext } from '#server/core/jobs/jobs.ts';
import { CrmRefused, CrmUnavailable } from '#server/core/providers/crm.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { giveUpUndone, holdBatch, settleOfBatch } from './batch-queries.ts';
import {
  claimChange,
  currentTicket,
  handBack,
  isInConflict,
  namesOf,
  settleChange,
  standingOf,
  type TicketChange,
  waitingChanges,
} from './change-queries.ts';
import { isAsWanted, patchOf, seenOf } from './rules.ts';

type Needed = Pick<Dependencies, 'database' | 'crm' | 'clock'>;
/** `taken`: another sender has it, or it waits no more. */
export type Sent = { state: 'made' | 'waiting' | 'taken' | 'conflict' | 'given_up' } | { state: 'refused'; reason: string };

/**
 * Sends one waiting change to the CRM and keeps what became of it. A change that a process had sent when it was killed is found to be made:
 * the ticket stands as wanted. Throws only what is no answer of the CRM.
 */
export async function sendChange({ database, crm, clock }: Needed, institutionId: number, changeId: string): Promise<Sent> {
  const queries = database.foreground;
  const change = await claimChange(queries, institutionId, changeId, clock());
  if (change === undefined) return { state: 'taken' };
  const settled = (to: 'made' | 'conflict' | 'given_up' | 'refused', error?: string) =>
    settleAndTell({ database, clock }, change, to, error);
  try {
    const written = await crm.updateTicket(change.ticketId, patchOf(change.wanted), new Date(change.seen.updatedAt));
    if (written === 'made') return await settled('made');
    if (written === 'gone') return await settled('refused', 'The CRM has no such ticket any more.');
    const now = await currentTicket(queries, change.ticketId);
    if (now !== undefined && isAsWanted(change.wanted, seenOf(now))) return await settled('made');
    if (change.batchId !== null) return await settled('given_up', 'Somebody changed the ticket first.');
    if (await isInConflict(queries, change)) return await settled('given_up', 'The same change waits for a decision already.');
    return await settled('conflict');
  } catch (error) {
    if (error instanceof CrmRefused) return settled('refused', error.message);
    await handBack(queries, change, error instanceof Error ? error.message : String(error));
    if (error instanceof CrmUnavailable) return { state: 'waiting' };
    throw error;
  }
}

const lookAgainMs = 50;
const patienceMs = 30_000;

/**
 * Sends a waiting change as `sendChange` does. When another sender has claimed the change, waits for its result, so that two requests
 * with the same change get the same answer.
 */
export async function sendOrAwaitChange(needed: Needed, institutionId: number, changeId: string): Promise<Sent> {
  const sent = await sendChange(needed, institutionId, changeId);
  if (sent.state !== 'taken') return sent;
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookAgainMs) {
    const standing = await standingOf(needed.database.foreground, institutionId, changeId);
    if (standing === undefined || (standing.state === 'waiting' && standing.claimedUntil === null)) break;
    if (standing.state === 'refused') return { state: 'refused', reason: standing.error ?? '' };
    if (standing.state !== 'waiting') return { state: standing.state };
    await pause(lookAgainMs);
  }
  return { state: 'waiting' };
}

async function settleAndTell(
  { database, clock }: Pick<Needed, 'database' | 'clock'>,
  change: TicketChange,
  to: 'made' | 'conflict' | 'given_up' | 'refused',
  error?: string,
): Promise<Sent> {
  const at = clock();
  await database.foreground.transaction().execute(async (transaction) => {
    if (change.batchId !== null) await holdBatch(transaction, change.batchId);
    const isFirst = await settleChange(transaction, change, { from: 'waiting', to, at, error: error ?? null });
    if (!isFirst || to !== 'made') return;
    const { subject, to: value } = await namesOf(transaction, change.wanted, change.ticketId);
    const detail = { what: change.wanted.what, subject, to: value };
    const told = { institutionId: change.institutionId, kind: 'milestone', event: 'ticket_changed', subjectId: null, detail } as const;
    await writeWorkEvents(transaction, [told], change.madeBy, at);
    if (change.batchId !== null) await settleOfBatch(transaction, { ...change, batchId: change.batchId }, at);
  });
  return to === 'refused' ? { state: to, reason: error ?? '' } : { state: to };
}

/** So many that the CRM does not take at the moment, one after the other, are an outage. */
const outageAfter = 3;

/** Sends whatever waits, in its order for each ticket, until the CRM is found to be down. A ticket that it cannot take holds up no other. */
export async function sendWaiting(
  needed: Needed,
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<{ sent: number; waiting: number }> {
  await giveUpUndone(needed.database.foreground, needed.clock());
  const changes = await waitingChanges(needed.database.foreground);
  const held = new Set<number>();
  let [sent, taken, failedInARow] = [0, 0, 0];
  for (const { institutionId, changeId, ticketId } of changes) {
    signal.throwIfAborted();
    if (held.has(ticketId)) continue;
    const { state } = await sendChange(needed, institutionId, changeId);
    failedInARow = state === 'waiting' ? failedInARow + 1 : 0;
    if (failedInARow === outageAfter) break;
    if (state === 'waiting') held.add(ticketId);
    else if (state === 'taken') taken += 1;
    else sent += 1;
    await progress(sent + taken, changes.length, 'Changes of tickets');
  }
  return { sent, waiting: changes.length - sent - taken };
}
