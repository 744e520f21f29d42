import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { selectOverallBenchmarks } from '#server/portfolio/comparison-queries.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findOfficialWeekStarts } from '#server/scoring/week-queries.ts';
import { findFilteredColumns, isDeclineRule, matchReasonText } from '#shared/alerts/rules.ts';
import type { Day } from '#shared/core/dates.ts';
import { addPeersChangeToWeeks } from '#shared/portfolio/comparison-rules.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  type AlertConditions,
  buildFiringPredicate,
  parseAlertConditions,
  selectFiltersWithoutHistory,
} from './conditions-sql.ts';
import {
  findCustomersOpenedOn,
  findFiringCandidates,
  findLastWeekValues,
  openOrIncrementItems,
  type RuleFiring,
  saveEvaluationRun,
} from './firing-queries.ts';
import { type AlertRuleRow, findAlertRuleRows } from './queries.ts';
import { type FiringCandidate, limitItemsPerOwner } from './rules.ts';

interface ParsedRule extends Pick<AlertRuleRow, 'ruleId' | 'name'> {
  conditions: AlertConditions;
}

/**
 * Returns the weeks with a seasonal drop, in which usage fell for customers in general. `weeks`
 * must be official weeks, oldest first.
 */
export async function findPeerDropWeeks(
  { database }: Dependencies,
  weeks: readonly Day[],
): Promise<Set<Day>> {
  if (weeks.length === 0) return new Set();
  const benchmarks = await selectOverallBenchmarks(database.background)
    .where('week_start', 'in', weeks)
    .execute();
  return new Set(
    addPeersChangeToWeeks(weeks, benchmarks).flatMap((week) =>
      week.isSeason ? [week.weekStartDate] : [],
    ),
  );
}

/** Returns `true` when the last official week has a seasonal drop. */
export async function isSeasonNow(dependencies: Dependencies): Promise<boolean> {
  const weeks = (await findOfficialWeekStarts(dependencies.database.background, 2)).reverse();
  const [last] = weeks.slice(-1);
  return last !== undefined && (await findPeerDropWeeks(dependencies, weeks)).has(last);
}

/**
 * Owner names in the CRM by institution. A name is `null` for a customer without an owner, and for
 * every customer while the CRM does not answer.
 */
type Owners = ReadonlyMap<number, string | null>;

export async function ownersOf(
  { crm, log }: Dependencies,
  institutionIds: readonly number[],
): Promise<Owners> {
  const owners = await answerUnlessCrmDown(log, () => crm.dealOwners([...new Set(institutionIds)]));
  return new Map(institutionIds.map((id) => [id, owners?.get(String(id))?.ownerName ?? null]));
}

export function countByOwner(
  ids: readonly number[],
  ownerOf: (institutionId: number) => string | null,
): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const id of ids) counts.set(ownerOf(id), (counts.get(ownerOf(id)) ?? 0) + 1);
  return counts;
}

type ListedRows = ReadonlyMap<number, ListedInstitution>;

/**
 * Returns the rows of the customer list by institution. Returns an empty map when weekly values are
 * stored for every filtered column.
 */
async function loadListedCustomers(
  dependencies: Dependencies,
  rules: readonly ParsedRule[],
): Promise<ListedRows> {
  if (rules.every(({ conditions }) => selectFiltersWithoutHistory(conditions).length === 0))
    return new Map();
  return new Map(
    (await institutionListReader(dependencies)()).answer.rows.map((row) => [
      row.institutionId,
      row,
    ]),
  );
}

/**
 * Adds to each candidate the values that its rule matched. The values come from the last official
 * week, or from the current customer list for columns that are not stored for each week.
 */
async function describeFirings(
  transaction: Queries,
  rules: readonly ParsedRule[],
  listed: ListedRows,
  candidates: readonly FiringCandidate[],
): Promise<RuleFiring[]> {
  const byRule = Map.groupBy(candidates, ({ ruleId }) => ruleId);
  const firingRules = rules.filter(({ ruleId }) => byRule.has(ruleId));
  const ids = candidates.map(({ institutionId }) => institutionId);
  const keys = firingRules.flatMap(({ conditions }) =>
    findFilteredColumns(conditions.filters).map(({ key }) => key),
  );
  const valuesById = await findLastWeekValues(transaction, ids, new Set(keys));
  return firingRules.flatMap(({ ruleId, conditions }) =>
    (byRule.get(ruleId) ?? []).map((candidate): RuleFiring => {
      const values = valuesById.get(candidate.institutionId) ?? {};
      const row = listed.get(candidate.institutionId);
      const saw = matchReasonText(
        conditions.filters,
        (column) => values[column.key] ?? (row === undefined ? null : column.value(row)),
      );
      return { ...candidate, newCallId: randomUUID(), saw };
    }),
  );
}

export interface AlertEvaluationSummary {
  opened: number;
  again: number;
  heldBack: { person: string | null; calls: number }[];
  /** Names of the rules that did not fire because of a seasonal decline. */
  silent: string[];
  /** Names of the rules whose conditions can no longer be parsed. */
  unreadable: string[];
}

interface Options {
  day: Day;
  /**
   * Id of a rule that was just turned on, to evaluate only this rule. When omitted, evaluates all
   * active rules and saves the result as the day's run.
   */
  ruleId?: string;
}

/**
 * Evaluates active rules. Opens or updates action items for matching customers. A second run on the
 * same day changes nothing.
 */
export async function evaluateAlertRules(
  dependencies: Dependencies,
  { day, ruleId }: Options,
): Promise<AlertEvaluationSummary> {
  const { database, clock, env } = dependencies;
  const queries = database.background;
  const moment = { day, timeZone: env.BUSINESS_TIME_ZONE };
  const on = (await findAlertRuleRows(queries, ruleId === undefined ? undefined : [ruleId])).filter(
    ({ isOn }) => isOn,
  );
  const rules = on.map(
    ({ ruleId, name, conditions }): ParsedRule => ({
      ruleId,
      name,
      conditions: parseAlertConditions(conditions),
    }),
  );
  const readable = rules.filter(({ conditions }) => conditions.problems.length === 0);
  const isSeason = await isSeasonNow(dependencies);
  const isSilent = ({ conditions }: ParsedRule) => isSeason && isDeclineRule(conditions.filters);
  const activeRules = readable.filter((rule) => !isSilent(rule));

  const predicates: { ruleId: string; predicate: RawBuilder<boolean> }[] = [];
  for (const { ruleId, conditions } of activeRules)
    predicates.push({
      ruleId,
      predicate: await buildFiringPredicate(dependencies, conditions),
    });
  const listed = await loadListedCustomers(dependencies, activeRules);
  const silent = readable.filter(isSilent).map(({ name }) => name);
  const at = clock();
  const read = async (from: Queries) => {
    const candidates = await findFiringCandidates(from, predicates, moment);
    const before = await findCustomersOpenedOn(from, moment);
    return {
      candidates,
      before,
      ids: [...before, ...candidates.map(({ institutionId }) => institutionId)],
    };
  };
  const fireWithinCap = (owners: Owners) =>
    queries.transaction().execute(async (transaction) => {
      // Evaluations run one at a time, so that the items opened on this day are counted correctly.
      await acquireNamedLock(transaction, `alert items of ${day}`);
      const { candidates, before, ids } = await read(transaction);
      if (ids.some((id) => !owners.has(id))) return { ids };
      const ownerOf = (institutionId: number) => owners.get(institutionId) ?? null;
      const { fired, heldBack } = limitItemsPerOwner(
        candidates,
        ownerOf,
        countByOwner(before, ownerOf),
      );
      const firings = await describeFirings(transaction, activeRules, listed, fired);
      const { opened } =
        firings.length === 0
          ? { opened: 0 }
          : await openOrIncrementItems(transaction, firings, { day, at });
      if (ruleId === undefined)
        await saveEvaluationRun(transaction, { day, at, told: { heldBack, silent } });
      return { opened, heldBack, again: fired.filter(({ callId }) => callId !== null).length };
    });
  // The CRM must not be called within a transaction, so the owners are read first. If the
  // transaction finds a customer whose owner was not read, it changes nothing. The owners are then
  // read again and the transaction is repeated.
  let owners = await ownersOf(dependencies, (await read(queries)).ids);
  let done = await fireWithinCap(owners);
  while ('ids' in done) {
    owners = await ownersOf(dependencies, done.ids);
    done = await fireWithinCap(owners);
  }
  const unreadable = rules
    .filter(({ conditions }) => conditions.problems.length > 0)
    .map(({ name }) => name);
  return { ...done, silent, unreadable };
}
