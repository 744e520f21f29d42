import { parseAlertConditions } from '#server/alerts/conditions-sql.ts';
import { findMatchingWeeksByCustomer } from '#server/alerts/matching-queries.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findCurrentWorkingTime } from '#server/work/working-time/working-time-queries.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { BodyOf } from '#shared/core/endpoint.ts';
import type { PlaybookPath, postPlaybookPath } from '#shared/playbooks/playbooks.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { dayAfterDelay } from './rules.ts';
import { loadPlaybookContext } from './runs/world.ts';
import { findSimulatedStarts } from './trial.ts';
import { simulateRun, weekKnownOn } from './trial-rules.ts';

/**
 * Simulates a run for one customer with the customer's values of past official weeks. The run
 * starts when the playbook would have started last, or today.
 */
export async function simulatePlaybookPath(
  dependencies: Dependencies,
  { institutionId, exit, steps, ...start }: BodyOf<typeof postPlaybookPath>,
): Promise<PlaybookPath> {
  const { database, clock, env } = dependencies;
  const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
  const { weeks, started } = await findSimulatedStarts(dependencies, start);
  const { rows } = (await institutionListReader(dependencies)()).answer;
  const fitting = findSegmentRows(rows, new URLSearchParams(start.conditions)).rows;
  const lastStart = started
    .filter((each) => rows.some((row) => row.institutionId === each.institutionId))
    .toSorted((one, other) => ((one.weeks.at(-1) ?? '') < (other.weeks.at(-1) ?? '') ? 1 : -1))[0];
  const id = institutionId ?? lastStart?.institutionId ?? fitting[0]?.institutionId;
  const customer = rows.find((row) => row.institutionId === id) ?? null;
  if (customer === null)
    return {
      ...{ customer, startedOn: today, isPastStart: false, fits: false, path: [], end: null },
    };
  const startWeek = started
    .find((each) => each.institutionId === customer.institutionId)
    ?.weeks.at(-1);
  const startedOn = startWeek === undefined ? today : addDays(startWeek, 7);
  const { settings } = await findCurrentWorkingTime(database.foreground, env.BUSINESS_TIME_ZONE);
  const matched = await findMatches(dependencies, customer.institutionId, {
    conditions: [exit, ...steps.flatMap(conditionsOf)],
    weeks,
  });
  const world = await loadPlaybookContext(dependencies);
  const noticedOn = world.noticedOn(start, customer.institutionId);
  const run = simulateRun({ exit, steps }, startedOn, (day) => ({
    today: day,
    isGone: false,
    noticedOn: noticedOn !== null && noticedOn <= day ? noticedOn : null,
    fits: (conditions) => matched.get(conditions)?.has(weekKnownOn(weeks, day) ?? '') === true,
    dayAfter: (delay) => dayAfterDelay(delay, day, settings),
  }));
  return {
    customer: {
      institutionId: customer.institutionId,
      institutionName: customer.institutionName,
    },
    startedOn,
    isPastStart: startWeek !== undefined,
    fits: fitting.includes(customer),
    ...run,
  };
}

const conditionsOf = (step: PlaybookStep): string[] =>
  step.kind === 'branch' ? [step.conditions] : step.kind === 'checkpoint' ? [step.until] : [];

/** Returns the weeks in which the customer matched, by conditions. */
async function findMatches(
  dependencies: Dependencies,
  institutionId: number,
  { conditions, weeks }: { conditions: readonly string[]; weeks: readonly Day[] },
): Promise<Map<string, ReadonlySet<Day>>> {
  const matched = new Map<string, ReadonlySet<Day>>();
  for (const each of new Set(conditions)) {
    if (each === '') continue;
    const found = await findMatchingWeeksByCustomer(
      dependencies,
      parseAlertConditions(each),
      weeks,
    );
    matched.set(each, new Set(found.get(institutionId)));
  }
  return matched;
}
