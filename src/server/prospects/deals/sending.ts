import type { Dependencies } from '#server/core/dependencies.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { CrmRefused, CrmUnavailable } from '#server/core/providers/crm.ts';
import { type DealResult, findWaitingDeals, type SavedDeal, saveDealResult } from './queries.ts';

type SendDependencies = Pick<Dependencies, 'database' | 'crm' | 'clock'>;

/**
 * Sends a waiting deal to the CRM and saves the result. Returns `undefined` when the CRM cannot be
 * reached; the deal then stays waiting.
 */
export async function sendDeal(
  { database, crm }: Pick<SendDependencies, 'database' | 'crm'>,
  { dealKey, request }: Pick<SavedDeal, 'dealKey' | 'request'>,
): Promise<DealResult | undefined> {
  if (crm.deals === null) return undefined;
  let result: DealResult;
  try {
    result = await crm.deals.create({ ...request, key: dealKey });
  } catch (error) {
    if (error instanceof CrmUnavailable) return undefined;
    if (!(error instanceof CrmRefused)) throw error;
    result = { state: 'refused', problem: error.message };
  }
  await saveDealResult(database.foreground, dealKey, result);
  return result;
}

/** Time after which the request that created a deal has sent it, or has ended. */
const requestMilliseconds = 60_000;

/** Sends the waiting deals until the CRM cannot be reached. */
export async function sendWaitingDeals(
  dependencies: SendDependencies,
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<{ sent: number; waiting: number }> {
  const { database, clock } = dependencies;
  const before = new Date(clock().getTime() - requestMilliseconds);
  const deals = await findWaitingDeals(database.foreground, before);
  let sent = 0;
  for (const deal of deals) {
    signal.throwIfAborted();
    if ((await sendDeal(dependencies, deal)) === undefined) break;
    sent += 1;
    await progress(sent, deals.length, 'Deals of prospects');
  }
  return { sent, waiting: deals.length - sent };
}
