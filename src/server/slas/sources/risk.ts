import { weekEndOf } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { findRiskPeriods } from './risk-queries.ts';
import type { SlaClockSource, UnevaluatedClock } from './source.ts';

/**
 * Returns the first-touch clocks of customers that became at risk. A clock is dropped when the
 * customer is no longer at risk or was lost.
 */
export const readFirstTouchClocks: SlaClockSource = async (facts) =>
  (await findRiskPeriods(facts)).map((run): UnevaluatedClock => {
    const { firstWeek, touchedAt, goneAt, hasLeft } = run;
    const outcome = touchedAt !== null ? 'done' : goneAt !== null ? 'dropped' : null;
    return {
      key: `first_touch:${run.institutionId}:${firstWeek}`,
      kind: 'first_touch',
      institutionId: run.institutionId,
      institutionName: run.institutionName,
      subject: `At risk since ${dayInWords(weekEndOf(firstWeek))}`,
      ticketId: null,
      priority: null,
      ownerName: run.assigneeName,
      assigneeId: run.assigneeId,
      began: run.began,
      ended: touchedAt ?? goneAt,
      outcome,
      endedBy:
        outcome === null
          ? null
          : touchedAt !== null
            ? run.touchedBy
            : hasLeft
              ? 'Customer lost'
              : 'No longer at risk',
      pauses: [],
    };
  });
