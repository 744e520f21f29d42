import type { Dependencies } from '#server/core/dependencies.ts';
import { type CachedList, createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { getFlags } from '#shared/churn/quality/flags.ts';
import { getCustomerOutcomes, type ListedCustomerOutcome } from '#shared/churn/quality/outcomes.ts';
import { type EvaluationWeekChoice, evaluationWeekChoices } from '#shared/churn/quality/quality.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { qualityCacheVersion } from '../predictions/flags-queries.ts';
import { toListedFlags, toLostOutcome, toStayedOutcome } from './outcome-rules.ts';
import { findStayedCustomers } from './outcomes-queries.ts';
import {
  findFlagsBetween,
  findLossesWithFlags,
  findMaturedSundayRange,
} from './quality-queries.ts';

/** Day that is earlier than any prediction. */
const firstDay = '0001-01-01';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'env'>;

/** Returns cached lists: all flags with their outcomes, and all customers by flag and outcome. */
export function createOutcomeListReaders({ database: { foreground }, clock, env }: Needed) {
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const readVersion = async () => `${today()} ${await qualityCacheVersion(foreground)}`;

  const flags = createVersionCheckedListReader(readVersion, async () => {
    const rows = toListedFlags(await findFlagsBetween(foreground, firstDay, today()), today());
    return getFlags.response.parse({ rows });
  });

  async function outcomesOf(
    past: EvaluationWeekChoice,
  ): Promise<{ rows: ListedCustomerOutcome[] }> {
    const { first } = await findMaturedSundayRange(foreground, today(), past);
    if (first === null) return { rows: [] };
    const lost = await findLossesWithFlags(foreground, first, today());
    const stayed = await findStayedCustomers(
      foreground,
      first,
      addDays(today(), -predictionHorizonDays),
      today(),
    );
    return getCustomerOutcomes.response.parse({
      rows: [...lost.map(toLostOutcome), ...stayed.map(toStayedOutcome)],
    });
  }

  const byPast = new Map(
    evaluationWeekChoices.map((past) => [
      past,
      createVersionCheckedListReader(readVersion, () => outcomesOf(past)),
    ]),
  );

  function outcomes(
    past: EvaluationWeekChoice,
  ): Promise<CachedList<{ rows: ListedCustomerOutcome[] }>> {
    const list = byPast.get(past);
    if (list === undefined) throw new Error(`No list of outcomes for a period of ${past} weeks`);
    return list();
  }

  return { flags, outcomes };
}
