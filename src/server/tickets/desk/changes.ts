import { setTimeout as pause } from 'node:timers/promises';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { CrmRefused, CrmUnavailable } from '#server/core/providers/crm.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import {
  discardUnsentUndoneChanges,
  lockTicketBatch,
  recordAppliedBatchChange,
} from './batch-queries.ts';
import {
  claimTicketChange,
  findChangeNames,
  findChangeState,
  findPendingTicketChanges,
  findTicketCopy,
  isSameChangeInConflict,
  recordTicketChangeResult,
  returnUnsentTicketChange,
  type TicketChange,
} from './change-queries.ts';
import { hasRequestedValue, toTicketPatch, toTicketSnapshot } from './rules.ts';

type SendDependencies = Pick<Dependencies, 'database' | 'crm' | 'clock'>;
/**
 * Result of sending a change. `claimed` means that another sender holds the change or that it is
 * already settled.
 */
export type TicketSendResult =
  | { state: 'made' | 'waiting' | 'claimed' | 'conflict' | 'given_up' }
  | { state: 'refused'; reason: string };

/**
 * Sends a pending change to the CRM and saves the result. If a killed process had already sent the
 * change, the ticket has the new value, and the result is `made`. Throws only errors that do not
 * come from the CRM.
 */
export async function sendTicketChange(
  { database, crm, clock }: SendDependencies,
  institutionId: number,
  changeId: string,
): Promise<TicketSendResult> {
  const queries = database.foreground;
  const change = await claimTicketChange(queries, institutionId, changeId, clock());
  if (change === undefined) return { state: 'claimed' };
  const settled = (to: 'made' | 'conflict' | 'given_up' | 'refused', error?: string) =>
    settleAndRecord({ database, clock }, change, to, error);
  try {
    const written = await crm.updateTicket(
      change.ticketId,
      toTicketPatch(change.wanted),
      new Date(change.seen.updatedAt),
    );
    if (written === 'made') return await settled('made');
    if (written === 'gone')
      return await settled('refused', 'The ticket no longer exists in the CRM.');
    const now = await findTicketCopy(queries, change.ticketId);
    if (now !== undefined && hasRequestedValue(change.wanted, toTicketSnapshot(now)))
      return await settled('made');
    if (change.batchId !== null)
      return await settled('given_up', 'Someone else changed the ticket first.');
    if (await isSameChangeInConflict(queries, change))
      return await settled('given_up', 'The same change is already waiting for a decision.');
    return await settled('conflict');
  } catch (error) {
    if (error instanceof CrmRefused) return settled('refused', error.message);
    await returnUnsentTicketChange(queries, change, errorMessage(error));
    if (error instanceof CrmUnavailable) return { state: 'waiting' };
    throw error;
  }
}

const pollIntervalMs = 50;
const pollTimeoutMs = 30_000;

/**
 * Sends a pending change like `sendTicketChange`. If another sender has claimed the change, waits
 * for its result, so that two requests with the same change get the same response.
 */
export async function sendOrAwaitOtherSender(
  dependencies: SendDependencies,
  institutionId: number,
  changeId: string,
): Promise<TicketSendResult> {
  const sent = await sendTicketChange(dependencies, institutionId, changeId);
  if (sent.state !== 'claimed') return sent;
  for (let waitedMs = 0; waitedMs < pollTimeoutMs; waitedMs += pollIntervalMs) {
    const current = await findChangeState(
      dependencies.database.foreground,
      institutionId,
      changeId,
    );
    if (current === undefined || (current.state === 'waiting' && current.claimedUntil === null))
      break;
    if (current.state === 'refused') return { state: 'refused', reason: current.error ?? '' };
    if (current.state !== 'waiting') return { state: current.state };
    await pause(pollIntervalMs);
  }
  return { state: 'waiting' };
}

async function settleAndRecord(
  { database, clock }: Pick<SendDependencies, 'database' | 'clock'>,
  change: TicketChange,
  to: 'made' | 'conflict' | 'given_up' | 'refused',
  error?: string,
): Promise<TicketSendResult> {
  const at = clock();
  await database.foreground.transaction().execute(async (transaction) => {
    if (change.batchId !== null) await lockTicketBatch(transaction, change.batchId);
    const isFirst = await recordTicketChangeResult(transaction, change, {
      from: 'waiting',
      to,
      at,
      error: error ?? null,
    });
    if (!isFirst || to !== 'made') return;
    const { subject, to: value } = await findChangeNames(
      transaction,
      change.wanted,
      change.ticketId,
    );
    const detail = { what: change.wanted.what, subject, to: value };
    const workEvent = {
      institutionId: change.institutionId,
      kind: 'milestone',
      event: 'ticket_changed',
      subjectId: null,
      detail,
    } as const;
    await writeWorkEvents(transaction, [workEvent], change.madeBy, at);
    if (change.batchId !== null)
      await recordAppliedBatchChange(transaction, { ...change, batchId: change.batchId }, at);
  });
  return to === 'refused' ? { state: to, reason: error ?? '' } : { state: to };
}

/** Number of consecutive failed changes after which the CRM counts as down. */
const failuresForOutage = 3;

/**
 * Sends pending changes until the CRM counts as down. Changes of the same ticket are sent in order.
 * A failed ticket does not block other tickets.
 */
export async function sendPendingTicketChanges(
  dependencies: SendDependencies,
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<{ sent: number; waiting: number }> {
  await discardUnsentUndoneChanges(dependencies.database.foreground, dependencies.clock());
  const changes = await findPendingTicketChanges(dependencies.database.foreground);
  const blockedTickets = new Set<number>();
  let [sent, claimed, failedInARow] = [0, 0, 0];
  for (const { institutionId, changeId, ticketId } of changes) {
    signal.throwIfAborted();
    if (blockedTickets.has(ticketId)) continue;
    const { state } = await sendTicketChange(dependencies, institutionId, changeId);
    failedInARow = state === 'waiting' ? failedInARow + 1 : 0;
    if (failedInARow === failuresForOutage) break;
    if (state === 'waiting') blockedTickets.add(ticketId);
    else if (state === 'claimed') claimed += 1;
    else sent += 1;
    await progress(sent + claimed, changes.length, 'Ticket changes');
  }
  return { sent, waiting: changes.length - sent - claimed };
}
