import type { Day } from '#shared/core/dates.ts';

export interface SimulatedWeek {
  week: Day;
  matching: number;
  calls: number;
  isSilent: boolean;
}

/** Weeks in which a rule would have opened an action item, by customer. */
type Fired = ReadonlyMap<number, readonly Day[]>;

/**
 * Simulates the nightly evaluation: a rule fires when a customer starts to match. A customer that
 * already matched in `weeks[0]`, the week before the trial, must first stop matching. The rule does
 * not fire in `silent` weeks. If the customer still matches, it fires in the next week that is not
 * silent. `matched` contains the matching weeks by customer.
 */
export function simulateRule(
  weeks: readonly Day[],
  matched: ReadonlyMap<number, readonly Day[]>,
  silent: ReadonlySet<Day>,
): { weeks: SimulatedWeek[]; fired: Fired } {
  const [before, ...tried] = weeks;
  const triedWeeks = tried.map(
    (week): SimulatedWeek => ({ week, matching: 0, calls: 0, isSilent: silent.has(week) }),
  );
  const fired = new Map<number, Day[]>();
  for (const [institutionId, days] of matched) {
    const held = new Set(days);
    let hasFired = before !== undefined && held.has(before);
    for (const week of triedWeeks) {
      if (!held.has(week.week)) {
        hasFired = false;
        continue;
      }
      week.matching += 1;
      if (hasFired || week.isSilent) continue;
      hasFired = true;
      week.calls += 1;
      fired.set(institutionId, [...(fired.get(institutionId) ?? []), week.week]);
    }
  }
  return { weeks: triedWeeks, fired };
}

const mostShown = 10;

/** Ranks customers and their owners by the number of action items. */
export function rankCustomersAndOwners(
  fired: Fired,
  ownerOf: (institutionId: number) => string | null,
) {
  const often = [...fired].map(([institutionId, weeks]) => ({
    institutionId,
    times: weeks.length,
  }));
  const people = new Map<string, Map<Day, number>>();
  for (const [institutionId, weeks] of fired) {
    const name = ownerOf(institutionId) ?? 'No owner';
    const counts = people.get(name) ?? new Map<Day, number>();
    for (const week of weeks) counts.set(week, (counts.get(week) ?? 0) + 1);
    people.set(name, counts);
  }
  return {
    often: often
      .toSorted((one, other) => other.times - one.times || one.institutionId - other.institutionId)
      .slice(0, mostShown),
    people: [...people]
      .map(([name, counts]) => ({
        name,
        calls: [...counts.values()].reduce((sum, count) => sum + count, 0),
        mostInAWeek: Math.max(...counts.values()),
      }))
      .toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name))
      .slice(0, mostShown),
  };
}
