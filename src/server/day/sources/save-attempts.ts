import { addDays } from '#shared/core/dates.ts';
import { nearDayInWords } from '#shared/core/words.ts';
import { findDueSaveAttempts } from './save-attempts-queries.ts';
import type { DaySource } from './source.ts';

/** Number of days before its day on which a save attempt appears. */
const visibleDaysBefore = 7;

/** Returns the user's attempts to keep leaving customers. */
export const saveAttemptSource: DaySource = async ({
  dependencies,
  today,
  person,
  minutes,
  all,
  stakeOf,
}) =>
  (
    await findDueSaveAttempts(
      dependencies.database.foreground,
      person.id,
      addDays(today, visibleDaysBefore),
    )
  ).map(({ institutionId, institutionName, leavesOn, ...save }) => ({
    key: `save:${institutionId}:${save.lossId}`,
    kind: 'save' as const,
    institutionId,
    institutionName,
    healthTier: all.get(institutionId)?.healthTier ?? 'Unknown',
    urgency:
      save.dueOn < today
        ? ('overdue' as const)
        : save.dueOn === today
          ? ('today' as const)
          : ('soon' as const),
    due: save.dueOn,
    minutes: minutes.churn,
    value: stakeOf(institutionId),
    why: `Save attempt before the customer leaves on ${nearDayInWords(leavesOn, today)}: ${save.plan}`,
    task: null,
    call: null,
    sla: null,
    save,
  }));
