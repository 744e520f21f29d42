import { asksForDayOfLeaving, parseAlertConditions } from '#server/alerts/conditions-sql.ts';
import { findAlertRuleRows } from '#server/alerts/queries.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { findNotices } from '#server/notices/queries.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findCurrentWorkingTime } from '#server/work/working-time/working-time-queries.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { StepDelay } from '#shared/playbooks/steps.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { readPeople } from '../people-queries.ts';
import { dayAfterDelay, type PlaybookPeople, type RunAdvanceFacts } from '../rules.ts';

/** Data needed to advance runs. It is loaded once for all runs. */
export interface PlaybookContext {
  now: Date;
  today: Day;
  /** Current customers by id. */
  customers: ReadonlyMap<number, ListedInstitution>;
  people: PlaybookPeople;
  /** `true` when the CRM did not answer, so that owners are unknown. */
  lacksOwners: boolean;
  fits: (conditions: string, institutionId: number) => boolean;
  /**
   * Returns the day on which a customer gave notice; `null` without a notice, and for a playbook
   * whose conditions, or whose alert rule's conditions, ask for the day of leaving.
   */
  noticedOn: (
    plan: Pick<PlaybookFields, 'conditions' | 'ruleId'>,
    institutionId: number,
  ) => Day | null;
  dayAfter: (delay: StepDelay) => Day;
}

export async function loadPlaybookContext(dependencies: Dependencies): Promise<PlaybookContext> {
  const { database, clock, env } = dependencies;
  const now = clock();
  const today = dayIn(env.BUSINESS_TIME_ZONE, now);
  const { rows } = (await institutionListReader(dependencies)()).answer;
  const { settings } = await findCurrentWorkingTime(database.foreground, env.BUSINESS_TIME_ZONE);
  return {
    now,
    today,
    customers: new Map(rows.map((row) => [row.institutionId, row])),
    people: await readPeople(database.foreground),
    lacksOwners: rows.length > 0 && rows.every(({ ownerName }) => ownerName === null),
    fits: fitting(rows),
    noticedOn: await readNoticedOn(database.foreground),
    dayAfter: (delay) => dayAfterDelay(delay, today, settings),
  };
}

/**
 * Returns a function that tests whether a customer matches conditions. The result is cached by
 * conditions. Conditions that cannot be parsed match no customer.
 */
function fitting(rows: readonly ListedInstitution[]): PlaybookContext['fits'] {
  const known = new Map<string, ReadonlySet<number>>();
  return (conditions, institutionId) => {
    const found = known.get(conditions) ?? idsOf(rows, conditions);
    known.set(conditions, found);
    return found.has(institutionId);
  };
}

function idsOf(all: readonly ListedInstitution[], conditions: string): ReadonlySet<number> {
  const { rows, problems } = findSegmentRows(all, new URLSearchParams(conditions));
  return new Set(problems.length > 0 ? [] : rows.map(({ institutionId }) => institutionId));
}

async function readNoticedOn(queries: Queries): Promise<PlaybookContext['noticedOn']> {
  const noticedOn = new Map(
    (await findNotices(queries)).map((notice) => [notice.institutionId, notice.noticedOn]),
  );
  if (noticedOn.size === 0) return () => null;
  const rules = new Map(
    (await findAlertRuleRows(queries)).map(({ ruleId, conditions }) => [ruleId, conditions]),
  );
  const isForLeaving = (conditions: string) =>
    asksForDayOfLeaving(parseAlertConditions(conditions).filters);
  return ({ conditions, ruleId }, institutionId) => {
    const day = noticedOn.get(institutionId);
    if (day === undefined) return null;
    const ruleConditions = ruleId === null ? '' : (rules.get(ruleId) ?? '');
    return isForLeaving(conditions) || isForLeaving(ruleConditions) ? null : day;
  };
}

export const toRunAdvanceFacts = (
  world: PlaybookContext,
  plan: Pick<PlaybookFields, 'conditions' | 'ruleId'>,
  institutionId: number,
): RunAdvanceFacts => ({
  today: world.today,
  isGone: !world.customers.has(institutionId),
  noticedOn: world.noticedOn(plan, institutionId),
  fits: (conditions) => world.fits(conditions, institutionId),
  dayAfter: world.dayAfter,
});
