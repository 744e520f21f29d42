import { computeSlaClocks } from '#server/slas/list.ts';
import { durationText } from '#shared/core/amount-words.ts';
import { countText } from '#shared/core/words.ts';
import type { SlaClock } from '#shared/slas/clocks.ts';
import { endedClockPeriodChoices, slaKindTexts } from '#shared/slas/words.ts';
import { findCustomersWithWorkOf } from './slas-queries.ts';
import type { DaySource } from './source.ts';

/** Maps each kind of SLA clock to the kind of work whose time estimate the clock gets. */
const workOf = {
  first_touch: 'risk',
  ticket_reply: 'task',
  onboarding_check_in: 'onboarding',
  playbook_step: 'task',
} as const;

/** Returns the user's SLA clocks that are overdue or end today. Leaves out paused clocks. */
export const slaSource: DaySource = async ({
  dependencies,
  now,
  today,
  person,
  own,
  minutes,
  stakeOf,
}) => {
  const elsewhere = await findCustomersWithWorkOf(dependencies.database.foreground, person);
  const ids = [...new Set([...own.map(({ institutionId }) => institutionId), ...elsewhere])];
  const rows =
    ids.length === 0
      ? []
      : await computeSlaClocks(dependencies, {
          days: endedClockPeriodChoices[0],
          now,
          institutionIds: ids,
        });
  const isAssigned = (row: SlaClock) =>
    row.assigneeId === null ? row.ownerName === person.name : row.assigneeId === person.id;
  const due = rows.filter(
    (row) =>
      isAssigned(row) &&
      (row.status === 'Overdue' ||
        (row.status === 'Running' && row.dueOn !== null && row.dueOn <= today)),
  );
  return withoutLaterCheckIns(due).map(({ later, ...row }) => ({
    key: `sla:${row.key}`,
    kind: 'sla' as const,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    healthTier: row.healthTier ?? 'Unknown',
    urgency: row.status === 'Overdue' ? ('overdue' as const) : ('today' as const),
    due: row.dueOn,
    minutes: minutes[workOf[row.kind]],
    value: stakeOf(row.institutionId),
    why:
      later === 0
        ? whyOf(row, today)
        : `${whyOf(row, today)}. ${countText(later, 'later check-in')} also due`,
    task: null,
    call: null,
    sla: {
      key: row.key,
      kind: row.kind,
      ticketId: row.ticketId,
      canPause: row.status === 'Running',
    },
  }));
};

/**
 * Keeps only the oldest check-in of each customer, because a single touch completes all its
 * check-ins.
 */
function withoutLaterCheckIns(rows: readonly SlaClock[]): (SlaClock & { later: number })[] {
  const groups = Map.groupBy(rows, ({ kind, institutionId, key }) =>
    kind === 'onboarding_check_in' ? institutionId : key,
  );
  return [...groups.values()].flatMap((own) => {
    const [oldest, ...others] = own.toSorted((one, other) =>
      (one.dueOn ?? '').localeCompare(other.dueOn ?? ''),
    );
    return oldest === undefined ? [] : [{ ...oldest, later: others.length }];
  });
}

function whyOf({ kind, subject, status, dueOn, leftMinutes }: SlaClock, today: string): string {
  const what = `${slaKindTexts[kind].name} (${subject})`;
  const minutes = durationText(Math.max(1, Math.round(Math.abs(leftMinutes ?? 0))));
  if (status !== 'Overdue') return `${what}: ${minutes} of working time left`;
  return dueOn !== null && dueOn < today ? what : `${what}: ${minutes} of working time overdue`;
}
