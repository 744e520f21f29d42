import { addDays } from '#shared/core/dates.ts';
import {
  expectAverageByGroup,
  expectBottomRows,
  expectCount,
  expectCountByGroup,
  expectHighestGroups,
  expectLowestGroups,
  expectMean,
  expectMedian,
  expectRows,
  expectShare,
  expectShareByGroup,
  expectSum,
  expectSumByGroup,
  expectTopRows,
  joinGroupLabels,
} from './expected.ts';
import {
  createQuestion,
  ehrOf,
  hasCriticalTier,
  hasEhr,
  hasHealthTier,
  hasHealthyTier,
  hasOwner,
  hasPracticeType,
  hasSizeTier,
  isAbove,
  isAtRisk,
  isBelow,
  isDayWithin,
  isInUsState,
  isTicketOpen,
  ownerOf,
  type Question,
  questionsByCategory,
  readAmountDue,
  readHealthTier,
  readLocationCount,
  readScore,
  readScoreChange,
  readSizeTier,
  readUsState,
} from './questions.ts';

/** Questions as users type them: keywords, abbreviations and spoken language. */
const typedQuestions: Record<string, Question[]> = {
  'Keywords and abbreviations': [
    createQuestion('texas dentrix critical', (w) =>
      expectRows(
        w.customers.filter(hasCriticalTier).filter(isInUsState('TX')).filter(hasEhr('Dentrix')),
      ),
    ),
    createQuestion('tx customers', (w) => expectRows(w.customers.filter(isInUsState('TX')))),
    createQuestion('critical accts in TX FL and GA', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(isInUsState('TX', 'FL', 'GA'))),
    ),
    createQuestion('accounts w/ more than 5 locations', (w) =>
      expectRows(w.customers.filter((row) => isAbove(readLocationCount(row), 5))),
    ),
    createQuestion('score under 30', (w) =>
      expectRows(w.customers.filter((row) => isBelow(readScore(row), 30))),
    ),
    createQuestion('score 80+', (w) =>
      expectRows(w.customers.filter((row) => (readScore(row) ?? 0) >= 80)),
    ),
    createQuestion('accounts > 20 locations', (w) =>
      expectRows(w.customers.filter((row) => isAbove(readLocationCount(row), 20))),
    ),
    createQuestion('accounts with 2-5 locations', (w) =>
      expectRows(
        w.customers.filter(({ locationCount }) => locationCount >= 2 && locationCount <= 5),
      ),
    ),
    createQuestion('ehr breakdown', (w) => expectCountByGroup(w.customers, ehrOf)),
    createQuestion('avg score by ehr', (w) => expectAverageByGroup(w.customers, ehrOf, readScore)),
    createQuestion('percent of customers healthy', (w) =>
      expectShare(w.customers.filter(hasHealthyTier), w.customers),
    ),
    createQuestion('percent critical by state', (w) =>
      expectShareByGroup(w.customers, readUsState, hasCriticalTier),
    ),
    createQuestion('locations in texas', (w) =>
      expectSum(w.customers.filter(isInUsState('TX')), readLocationCount),
    ),
    createQuestion('critical customers owned by morgan & avery', (w) =>
      expectRows(
        w.customers
          .filter(hasCriticalTier)
          .filter((row) => ['Morgan Member', 'Avery Admin'].includes(row.ownerName ?? '')),
      ),
    ),
  ],
  'Spoken language': [
    createQuestion('gimme all critical accounts pls', (w) =>
      expectRows(w.customers.filter(hasCriticalTier)),
    ),
    createQuestion("what's our average score right now", (w) => expectMean(w.customers, readScore)),
    createQuestion('how many of our clients are critical vs healthy', (w) =>
      expectCountByGroup(w.customers.filter(hasHealthTier('Critical', 'Healthy')), readHealthTier),
    ),
    createQuestion("how's Texas doing", (w) =>
      expectCountByGroup(w.customers.filter(isInUsState('TX')), readHealthTier),
    ),
    createQuestion('give me everyone at risk for 4+ weeks', (w) =>
      expectRows(w.customers.filter((row) => row.consecutiveWeeksAtRisk >= 4)),
    ),
    createQuestion("which customers haven't got any tickets", (w) =>
      expectRows(w.customers.filter(({ totalTicketCount }) => totalTicketCount === 0)),
    ),
    createQuestion('how many accounts do I own', (w) =>
      expectCount(w.customers.filter(hasOwner(w.viewer))),
    ),
    createQuestion('break down critical customers by size', (w) =>
      expectCountByGroup(w.customers.filter(hasCriticalTier), readSizeTier),
    ),
    createQuestion("customers who told us they're leaving", (w) =>
      expectRows(w.losses.filter(({ effectiveOn }) => (effectiveOn ?? '') >= w.today)),
    ),
    createQuestion('accounts neither critical nor medium', (w) =>
      expectRows(w.customers.filter(hasHealthTier('Healthy', 'Unknown'))),
    ),
    createQuestion('which of my accounts are critical', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(hasOwner(w.viewer))),
    ),
    createQuestion('pediatric dentists with critical score', (w) =>
      expectRows(
        w.customers.filter(hasCriticalTier).filter(hasPracticeType('Pediatric Dentistry')),
      ),
    ),
    createQuestion('what % of texas accounts use payments', (w) =>
      expectShare(
        w.customers
          .filter(isInUsState('TX'))
          .filter((row) => isAbove(row.featureScores.payments ?? 0, 0)),
        w.customers.filter(isInUsState('TX')),
      ),
    ),
  ],
  'Comparisons and rankings': [
    createQuestion('which EHR has the worst average score', (w) =>
      expectLowestGroups(expectAverageByGroup(w.customers, ehrOf, readScore)),
    ),
    createQuestion('which CSM has the highest average score', (w) =>
      expectHighestGroups(expectAverageByGroup(w.customers, ownerOf, readScore)),
    ),
    createQuestion('who owns the most enterprise accounts', (w) =>
      expectHighestGroups(
        expectCountByGroup(w.customers.filter(hasSizeTier('Enterprise')), ownerOf),
      ),
    ),
    createQuestion('cities with the most customers', (w) =>
      expectHighestGroups(
        expectCountByGroup(w.customers, ({ city }) => city),
        10,
      ),
    ),
    createQuestion('is texas or florida healthier', (w) =>
      expectAverageByGroup(w.customers.filter(isInUsState('TX', 'FL')), readUsState, readScore),
    ),
    createQuestion('compare avery and morgan by average score', (w) =>
      expectAverageByGroup(
        w.customers.filter((row) => ['Avery Admin', 'Morgan Member'].includes(row.ownerName ?? '')),
        ownerOf,
        readScore,
      ),
    ),
    createQuestion('how is dentrix performing compared to eaglesoft', (w) =>
      expectCountByGroup(
        w.customers.filter(hasEhr('Dentrix', 'Eaglesoft')),
        joinGroupLabels(ehrOf, readHealthTier),
      ),
    ),
    createQuestion('show florida and georgia side by side', (w) =>
      expectCountByGroup(w.customers.filter(isInUsState('FL', 'GA')), readUsState),
    ),
    createQuestion('number of at risk accounts by state, highest first', (w) =>
      expectCountByGroup(w.customers.filter(isAtRisk), readUsState),
    ),
    createQuestion('median locations per customer', (w) =>
      expectMedian(w.customers, readLocationCount),
    ),
  ],
  'Changes and durations': [
    createQuestion('who moved from medium to critical', (w) =>
      expectRows(
        w.customers.filter(hasCriticalTier).filter((row) => row.previousHealthTier === 'Medium'),
      ),
    ),
    createQuestion('customers whose score fell more than 10 points', (w) =>
      expectRows(w.customers.filter((row) => isBelow(readScoreChange(row), -10))),
    ),
    createQuestion('how many customers dropped this week', (w) =>
      expectCount(w.customers.filter((row) => isBelow(readScoreChange(row), 0))),
    ),
    createQuestion('customers whose tier changed this week', (w) =>
      expectRows(
        w.customers.filter(({ tierChange }) => tierChange === 'up' || tierChange === 'down'),
      ),
    ),
    createQuestion('accounts declining 3 or more weeks', (w) =>
      expectRows(w.customers.filter((row) => row.consecutiveWeeksDeclining >= 3)),
    ),
    createQuestion('customers that improved 2 weeks in a row', (w) =>
      expectRows(w.customers.filter((row) => row.consecutiveWeeksImproving >= 2)),
    ),
    createQuestion('customers older than 5 years', (w) =>
      expectRows(w.customers.filter((row) => isAbove(row.monthsSinceGoLive, 60))),
    ),
    createQuestion('customers that went live in october', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-10-01', '2026-10-31')),
      ),
    ),
    createQuestion('customers new this month', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-11-01', '2026-11-30')),
      ),
    ),
    createQuestion('biggest improvements', (w) => expectTopRows(w.customers, 10, readScoreChange)),
  ],
  'Work and revenue': [
    createQuestion('how much arr is up for renewal in january', (w) =>
      expectSum(
        w.renewals.filter((row) => isDayWithin(row.dueOn, '2027-01-01', '2027-01-31')),
        readAmountDue,
      ),
    ),
    createQuestion('avg renewal amount for critical customers', (w) =>
      expectMean(w.renewals.filter(hasCriticalTier), readAmountDue),
    ),
    createQuestion('arr by owner for renewals next quarter', (w) =>
      expectSumByGroup(
        w.renewals.filter((row) => isDayWithin(row.dueOn, '2027-01-01', '2027-03-31')),
        (row) => ownerOf(row) ?? 'Unassigned',
        readAmountDue,
      ),
    ),
    createQuestion('renewals without an owner', (w) =>
      expectRows(w.renewals.filter(({ ownerName }) => ownerName === null)),
    ),
    createQuestion('next 10 renewals', (w) =>
      expectBottomRows(w.renewals, 10, ({ daysLeft }) => daysLeft),
    ),
    createQuestion('losses over $500 a month', (w) =>
      expectRows(w.losses.filter(({ monthlyDollars }) => isAbove(monthlyDollars, 500))),
    ),
    createQuestion('top churn reasons', (w) =>
      expectHighestGroups(
        expectCountByGroup(w.losses, ({ reason }) => reason),
        10,
      ),
    ),
    createQuestion('tickets from healthy customers in october', (w) =>
      expectRows(
        w.tickets
          .filter(hasHealthyTier)
          .filter((row) => isDayWithin(w.dayOf(row.createdAt), '2026-10-01', '2026-10-31')),
      ),
    ),
    createQuestion('tickets waiting more than 24 hours', (w) =>
      expectRows(w.tickets.filter(({ waitingHours }) => isAbove(waitingHours, 24))),
    ),
    createQuestion('average age of open tickets by owner', (w) =>
      expectAverageByGroup(w.tickets.filter(isTicketOpen), ownerOf, ({ ageDays }) => ageDays),
    ),
    createQuestion('how many open tasks per person', (w) =>
      expectCountByGroup(w.tasks, ({ personName }) => personName),
    ),
    createQuestion('tasks without due date', (w) =>
      expectRows(w.tasks.filter(({ dueOn }) => dueOn === null)),
    ),
    createQuestion('oldest open task', (w) =>
      expectTopRows(w.tasks, 1, ({ openDays }) => openDays),
    ),
    createQuestion('playbook runs started last month', (w) =>
      expectRows(w.runs.filter((row) => isDayWithin(row.startedOn, '2026-10-01', '2026-10-31'))),
    ),
    createQuestion('at-risk accounts with renewals in the next 90 days', (w) =>
      expectRows(
        w.risks
          .filter(isAtRisk)
          .filter((row) => isDayWithin(row.renewalOn, w.today, addDays(w.today, 90))),
      ),
    ),
  ],
};

/** All questions by category. */
export const allQuestionsByCategory: Record<string, Question[]> = {
  ...questionsByCategory,
  ...typedQuestions,
};
