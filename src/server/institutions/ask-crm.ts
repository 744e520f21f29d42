import type { Dependencies } from '#server/core/dependencies.ts';

/** What the CRM answers; a CRM that is down leaves lists working without it. */
export async function askCrm<Answer>(log: Dependencies['log'], ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error }, 'The CRM did not answer; customers are listed without what it knows');
    return undefined;
  }
}
