import type { Job } from '#server/core/jobs/job.ts';
import { findPortfolioStatisticsByWeek } from '#server/portfolio/week-figures-queries.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import {
  countCustomersMissingFromWeek,
  findFirstOpenWeek,
  findOfficialWeekStarts,
} from '#server/scoring/week-queries.ts';
import { lastWeekWithUsage } from '#server/scoring/weeks.ts';
import { type Day, dayIn, weekEndOf } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import type { WeekFigures } from '#shared/portfolio/week-figures.ts';
import type { PrintLine } from './import-file.ts';
import { type CommandDependencies, runJobFromCommand } from './run-job.ts';

/**
 * Runs the scoring jobs and prints the result. Throws `NothingToScore` when required data is
 * missing.
 */
export async function runScoringJobs(
  surroundings: CommandDependencies,
  jobs: readonly Job[],
  say: PrintLine,
): Promise<void> {
  for (const job of jobs) await runJobFromCommand(surroundings, job);
  const { database, env, clock } = surroundings;
  const [week] = await findPortfolioStatisticsByWeek(database.background, 'all', 1);
  if (week !== undefined) {
    const weeks = await findOfficialWeekStarts(database.background);
    const { rules } = await readCurrentRules(database.background, clock());
    say(describeWeekTierCounts(week, weeks.length, rules));
    const outside = await countCustomersMissingFromWeek(database.background, week.weekEndDate);
    if (outside > 0) say(outsideInWords(outside, weeks.at(-1) ?? week.weekEndDate));
    return say(`\nNext: npm start, and open ${env.APP_ORIGIN}`);
  }
  const first = await findFirstOpenWeek(database.background);
  const last = await lastWeekWithUsage(database.background, dayIn(env.BUSINESS_TIME_ZONE, clock()));
  say(noClosedWeekReason(first, last));
}

const saturday = (day: Day) => `Saturday, ${dayInWords(day)}`;

/** Returns a sentence with the number of customers per health tier in the last official week. */
export function describeWeekTierCounts(
  week: WeekFigures,
  weeks: number,
  rules: Pick<HealthRules, 'minimumPeers' | 'graceDays'>,
): string {
  const tiers = `Healthy ${numberText(week.healthy)}, Medium ${numberText(week.medium)}, Critical ${numberText(week.critical)}, Unknown ${numberText(week.unknown)}`;
  const scored = `${countText(week.scored, 'customer')} scored over ${countText(weeks, 'official week')}, until ${saturday(week.weekEndDate)}: ${tiers}.`;
  const without = week.institutions - week.scored;
  if (without === 0) return scored;
  return `${scored}\n${countText(without, 'customer')} without a score, because none of their products can be measured. A product needs at least ${rules.minimumPeers} entitled customers that report usage and are past their first ${rules.graceDays} days.`;
}

const outsideInWords = (customers: number, firstWeek: Day) =>
  `${countText(customers, 'customer')} were added after these weeks were closed and will be scored from the next week on. To score them in these weeks too: npm run jobs -- reopen --from ${firstWeek} --reason "More customers"`;

/**
 * Returns the reason why no week could be closed. `first` is the fourth week of usage, before which
 * no week can be scored. `last` is the last complete week.
 */
export function noClosedWeekReason(first: Day | null, last: Day | null): string {
  if (first !== null && (last === null || last < first))
    return `No week is scored yet. A week needs four complete weeks of usage, so the first one ends on ${saturday(weekEndOf(first))}.\n\nNext, import the usage until then: npm run import -- usage FILE.csv`;
  return 'No week is scored: no practice was a customer in the weeks of this usage, judging by its created date, go-live date and last day.\n\nNext, import the practices with the right dates: npm run import -- practices FILE.csv';
}
