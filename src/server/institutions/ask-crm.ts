import type { Dependencies } from '#server/core/dependencies.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';

/** What the CRM answers; a CRM that is down leaves lists working without it. */
export async function askCrm<Answer>(log: Dependencies['log'], ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error }, 'The CRM did not answer; customers are listed without what it knows');
    return undefined;
  }
}

const maximumAgeMilliseconds = 60 * 60 * 1000;

/** Whether the CRM's answers are copies that are older than an hour. */
export const isCrmStale = ({ synchronised }: Pick<CrmProvider, 'synchronised'>, asOf: Date | null, now: Date): boolean =>
  synchronised && (asOf === null || now.getTime() - asOf.getTime() > maximumAgeMilliseconds);
