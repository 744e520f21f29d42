import type { Dependencies } from '#server/core/dependencies.ts';
import { type CachedList, createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { getSlaClocks, type SlaClock, type SlaClocks } from '#shared/slas/clocks.ts';
import { type EndedClockPeriodDays, endedClockPeriodChoices } from '#shared/slas/words.ts';
import { findInstantOnDay } from '#shared/work/working-time-rules.ts';
import {
  findFirstUserAccountTime,
  findPolicyVersions,
  findSlaPauseRows,
  findWorkingTimeVersions,
  readSlaClocksCacheVersion,
} from './queries.ts';
import { createCalendarLookup, toListedClock } from './rules.ts';
import type { SlaSourceInput } from './sources/source.ts';
import { slaClockSources } from './sources/sources.ts';
import { hasTicketMessages } from './sources/tickets-queries.ts';

/** Maximum age of the list in milliseconds. Clocks advance even when no data changes. */
const freshMilliseconds = 60_000;

export type SlaListReader = (days: EndedClockPeriodDays) => Promise<CachedList<SlaClocks>>;
const lists = new WeakMap<Dependencies, SlaListReader>();

/**
 * Returns the cached lists of SLA clocks by period. They are rebuilt every minute and when the
 * underlying data changes.
 */
export function slaListReader(dependencies: Dependencies): SlaListReader {
  const list = lists.get(dependencies) ?? makeLists(dependencies);
  lists.set(dependencies, list);
  return list;
}

function makeLists(dependencies: Dependencies): SlaListReader {
  const { database, clock } = dependencies;
  const customers = institutionListReader(dependencies);
  const readVersion = async () =>
    `${Math.floor(clock().getTime() / freshMilliseconds)} ${(await customers()).id} ${await readSlaClocksCacheVersion(database.foreground)}`;
  const byDays = new Map(
    endedClockPeriodChoices.map((days) => [
      days,
      createVersionCheckedListReader(readVersion, () => clocksOf(dependencies, days)),
    ]),
  );
  return (days) => {
    const list = byDays.get(days);
    if (list === undefined) throw new Error(`No SLA list for a period of ${days} days`);
    return list();
  };
}

async function clocksOf(
  dependencies: Dependencies,
  days: EndedClockPeriodDays,
): Promise<SlaClocks> {
  const { database, clock, env } = dependencies;
  const now = clock();
  const today = dayIn(env.BUSINESS_TIME_ZONE, now);
  return getSlaClocks.response.parse({
    rows: (await computeSlaClocks(dependencies, { days, now, institutionIds: null })).toSorted(
      byTimeLeft,
    ),
    from: firstDay(today, days),
    until: today,
    asOf: now.toISOString(),
    knowsReplies: await hasTicketMessages(database.foreground),
  });
}

const firstDay = (today: Day, days: EndedClockPeriodDays): Day => addDays(today, 1 - days);

interface ClockQuery {
  days: EndedClockPeriodDays;
  now: Date;
  institutionIds: readonly number[] | null;
}

/**
 * Computes the SLA clocks of some customers, or of all. For a few customers, this is much faster
 * than the full list.
 */
export async function computeSlaClocks(
  dependencies: Dependencies,
  { days, now, institutionIds }: ClockQuery,
): Promise<SlaClock[]> {
  const { database, env } = dependencies;
  const queries = database.foreground;
  const timeZone = env.BUSINESS_TIME_ZONE;
  const today = dayIn(timeZone, now);
  const from = firstDay(today, days);
  const since = findInstantOnDay(timeZone, from, 0);
  const facts: SlaSourceInput = {
    queries,
    now,
    today,
    timeZone,
    institutionIds,
    since,
    workedSince: (await findFirstUserAccountTime(queries)) ?? now,
  };
  const clocks = [];
  for (const source of slaClockSources) clocks.push(...(await source(facts)));
  const customersById = new Map(
    (await institutionListReader(dependencies)()).answer.rows.map((row) => [
      row.institutionId,
      row,
    ]),
  );
  const pauses = Map.groupBy(await findSlaPauseRows(queries), ({ key }) => key);
  const first = new Date(
    clocks.reduce((earliest, { began }) => Math.min(earliest, began.getTime()), now.getTime()),
  );
  const rules = {
    now,
    timeZone,
    policies: await findPolicyVersions(queries),
    calendarAt: createCalendarLookup(
      await findWorkingTimeVersions(queries, timeZone),
      addDays(dayIn(timeZone, first), -1),
      today,
    ),
  };
  return clocks.flatMap((each) => {
    const row = toListedClock(
      each,
      pauses.get(each.key) ?? [],
      customersById.get(each.institutionId),
      rules,
    );
    return row !== undefined && isIncluded(row, from) ? [row] : [];
  });
}

/**
 * Returns `true` for a running clock, and for a clock that was met, breached or canceled in the
 * period.
 */
const isIncluded = ({ endedAt, decidedOn }: SlaClock, from: string): boolean =>
  endedAt === null || (decidedOn !== null && decidedOn >= from);

const byTimeLeft = (one: SlaClock, other: SlaClock): number =>
  (one.leftMinutes ?? Number.POSITIVE_INFINITY) - (other.leftMinutes ?? Number.POSITIVE_INFINITY) ||
  (one.key < other.key ? -1 : 1);
