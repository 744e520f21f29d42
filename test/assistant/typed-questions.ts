import { addDays } from '#shared/core/dates.ts';
import {
  averageByGroup,
  bottom,
  computeShareByGroup,
  count,
  countByGroup,
  joinGroupLabels,
  list,
  mean,
  median,
  selectHighestGroups,
  selectLowestGroups,
  share,
  sum,
  sumByGroup,
  top,
} from './expected.ts';
import {
  amount,
  change,
  critical,
  ehrOf,
  hasEhr,
  hasPracticeType,
  hasSizeTier,
  healthy,
  inState,
  isAtRisk,
  isOpen,
  over,
  owner,
  ownerOf,
  type Question,
  q,
  questionsByCategory,
  readLocationCount,
  score,
  sizeOf,
  stateOf,
  tier,
  tierOf,
  under,
  within,
} from './questions.ts';

/** Questions as users type them: keywords, abbreviations and spoken language. */
const typedQuestions: Record<string, Question[]> = {
  'Keywords and abbreviations': [
    q('texas dentrix critical', (w) =>
      list(w.customers.filter(critical).filter(inState('TX')).filter(hasEhr('Dentrix'))),
    ),
    q('tx customers', (w) => list(w.customers.filter(inState('TX')))),
    q('critical accts in TX FL and GA', (w) =>
      list(w.customers.filter(critical).filter(inState('TX', 'FL', 'GA'))),
    ),
    q('accounts w/ more than 5 locations', (w) =>
      list(w.customers.filter((row) => over(readLocationCount(row), 5))),
    ),
    q('score under 30', (w) => list(w.customers.filter((row) => under(score(row), 30)))),
    q('score 80+', (w) => list(w.customers.filter((row) => (score(row) ?? 0) >= 80))),
    q('accounts > 20 locations', (w) =>
      list(w.customers.filter((row) => over(readLocationCount(row), 20))),
    ),
    q('accounts with 2-5 locations', (w) =>
      list(w.customers.filter(({ locationCount }) => locationCount >= 2 && locationCount <= 5)),
    ),
    q('ehr breakdown', (w) => countByGroup(w.customers, ehrOf)),
    q('avg score by ehr', (w) => averageByGroup(w.customers, ehrOf, score)),
    q('percent of customers healthy', (w) => share(w.customers.filter(healthy), w.customers)),
    q('percent critical by state', (w) => computeShareByGroup(w.customers, stateOf, critical)),
    q('locations in texas', (w) => sum(w.customers.filter(inState('TX')), readLocationCount)),
    q('critical customers owned by morgan & avery', (w) =>
      list(
        w.customers
          .filter(critical)
          .filter((row) => ['Morgan Member', 'Avery Admin'].includes(row.ownerName ?? '')),
      ),
    ),
  ],
  'Spoken language': [
    q('gimme all critical accounts pls', (w) => list(w.customers.filter(critical))),
    q("what's our average score right now", (w) => mean(w.customers, score)),
    q('how many of our clients are critical vs healthy', (w) =>
      countByGroup(w.customers.filter(tier('Critical', 'Healthy')), tierOf),
    ),
    q("how's Texas doing", (w) => countByGroup(w.customers.filter(inState('TX')), tierOf)),
    q('give me everyone at risk for 4+ weeks', (w) =>
      list(w.customers.filter((row) => row.consecutiveWeeksAtRisk >= 4)),
    ),
    q("which customers haven't got any tickets", (w) =>
      list(w.customers.filter(({ totalTicketCount }) => totalTicketCount === 0)),
    ),
    q('how many accounts do I own', (w) => count(w.customers.filter(owner(w.viewer)))),
    q('break down critical customers by size', (w) =>
      countByGroup(w.customers.filter(critical), sizeOf),
    ),
    q("customers who told us they're leaving", (w) =>
      list(w.losses.filter(({ effectiveOn }) => (effectiveOn ?? '') >= w.today)),
    ),
    q('accounts neither critical nor medium', (w) =>
      list(w.customers.filter(tier('Healthy', 'Unknown'))),
    ),
    q('which of my accounts are critical', (w) =>
      list(w.customers.filter(critical).filter(owner(w.viewer))),
    ),
    q('pediatric dentists with critical score', (w) =>
      list(w.customers.filter(critical).filter(hasPracticeType('Pediatric Dentistry'))),
    ),
    q('what % of texas accounts use payments', (w) =>
      share(
        w.customers.filter(inState('TX')).filter((row) => over(row.featureScores.payments ?? 0, 0)),
        w.customers.filter(inState('TX')),
      ),
    ),
  ],
  'Comparisons and rankings': [
    q('which EHR has the worst average score', (w) =>
      selectLowestGroups(averageByGroup(w.customers, ehrOf, score)),
    ),
    q('which CSM has the highest average score', (w) =>
      selectHighestGroups(averageByGroup(w.customers, ownerOf, score)),
    ),
    q('who owns the most enterprise accounts', (w) =>
      selectHighestGroups(countByGroup(w.customers.filter(hasSizeTier('Enterprise')), ownerOf)),
    ),
    q('cities with the most customers', (w) =>
      selectHighestGroups(
        countByGroup(w.customers, ({ city }) => city),
        10,
      ),
    ),
    q('is texas or florida healthier', (w) =>
      averageByGroup(w.customers.filter(inState('TX', 'FL')), stateOf, score),
    ),
    q('compare avery and morgan by average score', (w) =>
      averageByGroup(
        w.customers.filter((row) => ['Avery Admin', 'Morgan Member'].includes(row.ownerName ?? '')),
        ownerOf,
        score,
      ),
    ),
    q('how is dentrix performing compared to eaglesoft', (w) =>
      countByGroup(
        w.customers.filter(hasEhr('Dentrix', 'Eaglesoft')),
        joinGroupLabels(ehrOf, tierOf),
      ),
    ),
    q('show florida and georgia side by side', (w) =>
      countByGroup(w.customers.filter(inState('FL', 'GA')), stateOf),
    ),
    q('number of at risk accounts by state, highest first', (w) =>
      countByGroup(w.customers.filter(isAtRisk), stateOf),
    ),
    q('median locations per customer', (w) => median(w.customers, readLocationCount)),
  ],
  'Changes and durations': [
    q('who moved from medium to critical', (w) =>
      list(w.customers.filter(critical).filter((row) => row.previousHealthTier === 'Medium')),
    ),
    q('customers whose score fell more than 10 points', (w) =>
      list(w.customers.filter((row) => under(change(row), -10))),
    ),
    q('how many customers dropped this week', (w) =>
      count(w.customers.filter((row) => under(change(row), 0))),
    ),
    q('customers whose tier changed this week', (w) =>
      list(w.customers.filter(({ tierChange }) => tierChange === 'up' || tierChange === 'down')),
    ),
    q('accounts declining 3 or more weeks', (w) =>
      list(w.customers.filter((row) => row.consecutiveWeeksDeclining >= 3)),
    ),
    q('customers that improved 2 weeks in a row', (w) =>
      list(w.customers.filter((row) => row.consecutiveWeeksImproving >= 2)),
    ),
    q('customers older than 5 years', (w) =>
      list(w.customers.filter((row) => over(row.monthsSinceGoLive, 60))),
    ),
    q('customers that went live in october', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2026-10-01', '2026-10-31'))),
    ),
    q('customers new this month', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2026-11-01', '2026-11-30'))),
    ),
    q('biggest improvements', (w) => top(w.customers, 10, change)),
  ],
  'Work and revenue': [
    q('how much arr is up for renewal in january', (w) =>
      sum(
        w.renewals.filter((row) => within(row.dueOn, '2027-01-01', '2027-01-31')),
        amount,
      ),
    ),
    q('avg renewal amount for critical customers', (w) =>
      mean(w.renewals.filter(critical), amount),
    ),
    q('arr by owner for renewals next quarter', (w) =>
      sumByGroup(
        w.renewals.filter((row) => within(row.dueOn, '2027-01-01', '2027-03-31')),
        (row) => ownerOf(row) ?? 'Unassigned',
        amount,
      ),
    ),
    q('renewals without an owner', (w) =>
      list(w.renewals.filter(({ ownerName }) => ownerName === null)),
    ),
    q('next 10 renewals', (w) => bottom(w.renewals, 10, ({ daysLeft }) => daysLeft)),
    q('losses over $500 a month', (w) =>
      list(w.losses.filter(({ monthlyDollars }) => over(monthlyDollars, 500))),
    ),
    q('top churn reasons', (w) =>
      selectHighestGroups(
        countByGroup(w.losses, ({ reason }) => reason),
        10,
      ),
    ),
    q('tickets from healthy customers in october', (w) =>
      list(
        w.tickets
          .filter(healthy)
          .filter((row) => within(w.dayOf(row.createdAt), '2026-10-01', '2026-10-31')),
      ),
    ),
    q('tickets waiting more than 24 hours', (w) =>
      list(w.tickets.filter(({ waitingHours }) => over(waitingHours, 24))),
    ),
    q('average age of open tickets by owner', (w) =>
      averageByGroup(w.tickets.filter(isOpen), ownerOf, ({ ageDays }) => ageDays),
    ),
    q('how many open tasks per person', (w) =>
      countByGroup(w.tasks, ({ personName }) => personName),
    ),
    q('tasks without due date', (w) => list(w.tasks.filter(({ dueOn }) => dueOn === null))),
    q('oldest open task', (w) => top(w.tasks, 1, ({ openDays }) => openDays)),
    q('playbook runs started last month', (w) =>
      list(w.runs.filter((row) => within(row.startedOn, '2026-10-01', '2026-10-31'))),
    ),
    q('at-risk accounts with renewals in the next 90 days', (w) =>
      list(
        w.risks
          .filter(isAtRisk)
          .filter((row) => within(row.renewalOn, w.today, addDays(w.today, 90))),
      ),
    ),
  ],
};

/** All questions by category. */
export const allQuestionsByCategory: Record<string, Question[]> = {
  ...questionsByCategory,
  ...typedQuestions,
};
