import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { askCrm } from '#server/institutions/ask-crm.ts';
import { overallBenchmarks } from '#server/portfolio/comparison-queries.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { officialWeekStarts } from '#server/scoring/week-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import { weeksWithSeason } from '#shared/portfolio/comparison-rules.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { columnsOf, isDeclineRule, sawOf } from '#shared/success-ops/alerts/rules.ts';
import { type Conditions, conditionsOf, predicateOf, restOf } from './conditions-sql.ts';
import { candidatesOf, type Firing, fire, keepRun, openedOn, seenValues } from './firing-queries.ts';
import { alertRuleRows, type RuleRow } from './queries.ts';
import { type Candidate, withinCap } from './rules.ts';

interface ReadRule extends Pick<RuleRow, 'ruleId' | 'name'> {
  conditions: Conditions;
}

/** Of these official weeks, which come oldest first, those in which the peers' median fell. */
export async function seasonWeeks({ database }: Dependencies, weeks: readonly Day[]): Promise<Set<Day>> {
  if (weeks.length === 0) return new Set();
  const benchmarks = await overallBenchmarks(database.background).where('week_start', 'in', weeks).execute();
  return new Set(weeksWithSeason(weeks, benchmarks).flatMap((week) => (week.isSeason ? [week.weekStartDate] : [])));
}

async function isSeasonNow(dependencies: Dependencies): Promise<boolean> {
  const weeks = (await officialWeekStarts(dependencies.database.background, 2)).reverse();
  const [last] = weeks.slice(-1);
  return last !== undefined && (await seasonWeeks(dependencies, weeks)).has(last);
}

/** Owner names in the CRM by institution; `null` without an owner, and for every institution while the CRM does not answer. */
type Owners = ReadonlyMap<number, string | null>;

async function ownersOf({ crm, log }: Dependencies, institutionIds: readonly number[]): Promise<Owners> {
  const owners = await askCrm(log, () => crm.dealOwners([...new Set(institutionIds)]));
  return new Map(institutionIds.map((id) => [id, owners?.get(String(id))?.ownerName ?? null]));
}

function countedBy(ids: readonly number[], ownerOf: (institutionId: number) => string | null): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const id of ids) counts.set(ownerOf(id), (counts.get(ownerOf(id)) ?? 0) + 1);
  return counts;
}

type ListedRows = ReadonlyMap<number, ListedInstitution>;

/** Returns the customer list by institution when a rule needs a column that is not stored by week; empty otherwise. */
async function listedFor(dependencies: Dependencies, rules: readonly ReadRule[]): Promise<ListedRows> {
  if (rules.every(({ conditions }) => restOf(conditions).length === 0)) return new Map();
  return new Map((await institutionList(dependencies)()).answer.rows.map((row) => [row.institutionId, row]));
}

/** Each candidate with what its rule saw of the customer: of the last official week where it is kept, otherwise of the list as it is now. */
async function firingsOf(
  transaction: Queries,
  rules: readonly ReadRule[],
  listed: ListedRows,
  candidates: readonly Candidate[],
): Promise<Firing[]> {
  const byRule = Map.groupBy(candidates, ({ ruleId }) => ruleId);
  const firing = rules.filter(({ ruleId }) => byRule.has(ruleId));
  const ids = candidates.map(({ institutionId }) => institutionId);
  const keys = firing.flatMap(({ conditions }) => columnsOf(conditions.filters).map(({ key }) => key));
  const seen = await seenValues(transaction, ids, new Set(keys));
  return firing.flatMap(({ ruleId, conditions }) =>
    (byRule.get(ruleId) ?? []).map((candidate): Firing => {
      const values = seen.get(candidate.institutionId) ?? {};
      const row = listed.get(candidate.institutionId);
      const saw = sawOf(conditions.filters, (column) => values[column.key] ?? (row === undefined ? null : column.value(row)));
      return { ...candidate, newCallId: randomUUID(), saw };
    }),
  );
}

export interface Evaluation {
  opened: number;
  again: number;
  heldBack: { person: string | null; calls: number }[];
  /** Names of the rules that a season keeps silent. */
  silent: string[];
  /** Names of the rules whose conditions cannot be read any more. */
  unreadable: string[];
}

interface Options {
  day: Day;
  /** Only this one, which has just been switched on; left out: every rule that is on, and what became of them is kept as the day's. */
  ruleId?: string;
}

/** Fires the rules that are on for the customers that match them. A second run on the same day changes nothing. */
export async function evaluateRules(dependencies: Dependencies, { day, ruleId }: Options): Promise<Evaluation> {
  const { database, clock, env } = dependencies;
  const queries = database.background;
  const moment = { day, timeZone: env.BUSINESS_TIME_ZONE };
  const on = (await alertRuleRows(queries, ruleId === undefined ? undefined : [ruleId])).filter(({ isOn }) => isOn);
  const rules = on.map(({ ruleId, name, conditions }): ReadRule => ({ ruleId, name, conditions: conditionsOf(conditions) }));
  const readable = rules.filter(({ conditions }) => conditions.problems.length === 0);
  const isSeason = await isSeasonNow(dependencies);
  const isSilent = ({ conditions }: ReadRule) => isSeason && isDeclineRule(conditions.filters);
  const asked = readable.filter((rule) => !isSilent(rule));

  const predicates: { ruleId: string; predicate: RawBuilder<boolean> }[] = [];
  for (const { ruleId, conditions } of asked) predicates.push({ ruleId, predicate: await predicateOf(dependencies, conditions) });
  const listed = await listedFor(dependencies, asked);
  const silent = readable.filter(isSilent).map(({ name }) => name);
  const at = clock();
  const read = async (from: Queries) => {
    const candidates = await candidatesOf(from, predicates, moment);
    const before = await openedOn(from, moment);
    return { candidates, before, ids: [...before, ...candidates.map(({ institutionId }) => institutionId)] };
  };
  const fireWithinCap = (owners: Owners) =>
    queries.transaction().execute(async (transaction) => {
      // Only one evaluation at a time counts the day's new calls.
      await acquireNamedLock(transaction, `alert items of ${day}`);
      const { candidates, before, ids } = await read(transaction);
      if (ids.some((id) => !owners.has(id))) return { ids };
      const ownerOf = (institutionId: number) => owners.get(institutionId) ?? null;
      const { fired, heldBack } = withinCap(candidates, ownerOf, countedBy(before, ownerOf));
      const firings = await firingsOf(transaction, asked, listed, fired);
      const { opened } = firings.length === 0 ? { opened: 0 } : await fire(transaction, firings, { day, at });
      if (ruleId === undefined) await keepRun(transaction, { day, at, told: { heldBack, silent } });
      return { opened, heldBack, again: fired.filter(({ callId }) => callId !== null).length };
    });
  // The CRM is never called in a transaction. Owners of customers added meanwhile are read before the next attempt.
  let owners = await ownersOf(dependencies, (await read(queries)).ids);
  let done = await fireWithinCap(owners);
  while ('ids' in done) {
    owners = await ownersOf(dependencies, done.ids);
    done = await fireWithinCap(owners);
  }
  const unreadable = rules.filter(({ conditions }) => conditions.problems.length > 0).map(({ name }) => name);
  return { ...done, silent, unreadable };
}
