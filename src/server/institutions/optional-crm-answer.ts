import type { Dependencies } from '#server/core/dependencies.ts';

/**
 * Returns the CRM's answer; `undefined` when the CRM is down, so that lists work without the CRM.
 */
export async function answerUnlessCrmDown<Answer>(
  log: Dependencies['log'],
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error }, 'The CRM did not answer; customers are listed without its data');
    return undefined;
  }
}
