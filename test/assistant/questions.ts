import { addDays } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { monthInWords } from '#shared/core/words.ts';
import {
  type Expected,
  expectAnyOf,
  expectAverageByGroup,
  expectBottomRows,
  expectCount,
  expectCountByGroup,
  expectCustomerValue,
  expectedClarification,
  expectHighestGroups,
  expectLowestGroups,
  expectMean,
  expectMedian,
  expectPartCountByGroup,
  expectRows,
  expectShare,
  expectShareByGroup,
  expectSum,
  expectSumByGroup,
  expectTopRows,
  joinGroupLabels,
} from './expected.ts';
import type { AllListRows } from './world.ts';

export interface Question {
  text: string;
  expect: (world: AllListRows) => Expected;
}

type Customer = AllListRows['customers'][number];
type Renewal = AllListRows['renewals'][number];
type Ticket = AllListRows['tickets'][number];

export const createQuestion = (
  text: string,
  expect: (world: AllListRows) => Expected,
): Question => ({ text, expect });

export const readScore = (row: { adoptionScore: number | null }) => row.adoptionScore;
export const readScoreChange = (row: { scoreChange: number | null }) => row.scoreChange;
export const readLocationCount = (row: Customer) => row.locationCount;
export const readUsState = (row: Customer) => row.state;
export const ehrOf = (row: { ehr: string | null }) => row.ehr;
export const ownerOf = (row: { ownerName: string | null }) => row.ownerName;
export const readHealthTier = (row: { healthTier: string | null }) => row.healthTier;
export const readSizeTier = (row: { sizeTier: string | null }) => row.sizeTier;
const typeOf = (row: { practiceType: string | null }) => row.practiceType;
export const hasHealthTier =
  (...tiers: string[]) =>
  (row: { healthTier: string | null }) =>
    tiers.includes(row.healthTier ?? '');
export const hasCriticalTier = hasHealthTier('Critical');
export const hasHealthyTier = hasHealthTier('Healthy');
export const hasSizeTier =
  (...sizes: string[]) =>
  (row: { sizeTier: string | null }) =>
    sizes.includes(row.sizeTier ?? '');
export const isInUsState =
  (...states: string[]) =>
  (row: { state: string | null }) =>
    states.includes(row.state ?? '');
export const hasEhr =
  (...systems: string[]) =>
  (row: { ehr: string | null }) =>
    systems.includes(row.ehr ?? '');
export const hasPracticeType =
  (...types: string[]) =>
  (row: { practiceType: string | null }) =>
    types.includes(row.practiceType ?? '');
export const hasOwner = (name: string) => (row: { ownerName: string | null }) =>
  row.ownerName === name;
export const isAtRisk = (row: { atRisk: boolean }) => row.atRisk;
export const isAbove = (value: number | null, limit: number) => value !== null && value > limit;
export const isBelow = (value: number | null, limit: number) => value !== null && value < limit;
export const isDayWithin = (day: string | null, from: string, to: string) =>
  day !== null && day >= from && day <= to;
const isOnboarding = ({ state }: { state: string }) =>
  !['graduated', 'timed_out', 'left'].includes(state);
const isOpenRenewal = ({ stage }: Renewal) => stage !== 'signed' && stage !== 'lost';
export const isTicketOpen = (row: Ticket) => row.isOpen;
const due = (row: { dueOn: string | null }) => row.dueOn;
export const readAmountDue = (row: Renewal) => row.amountDue;
const monthOf = (day: string | null) =>
  day === null ? null : monthInWords(`${day.slice(0, 7)}-01`);
const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const productOf = ({ product }: Ticket) => (product === null ? 'None' : products[product].name);

/** Questions of customer-success managers by category, each with its correct result. */
export const questionsByCategory: Record<string, Question[]> = {
  Count: [
    createQuestion('how many customers do we have', (w) => expectCount(w.customers)),
    createQuestion('How many critical customers are there?', (w) =>
      expectCount(w.customers.filter(hasCriticalTier)),
    ),
    createQuestion('how many critical customers in texas', (w) =>
      expectCount(w.customers.filter(hasCriticalTier).filter(isInUsState('TX'))),
    ),
    createQuestion('number of healthy customers in CA', (w) =>
      expectCount(w.customers.filter(hasHealthyTier).filter(isInUsState('CA'))),
    ),
    createQuestion('how many orthodontics practices', (w) =>
      expectCount(w.customers.filter(hasPracticeType('Orthodontics'))),
    ),
    createQuestion('customers in grace, how many?', (w) =>
      expectCount(w.customers.filter(({ inGrace }) => inGrace)),
    ),
    createQuestion('how many customers are at risk', (w) =>
      expectCount(w.customers.filter(isAtRisk)),
    ),
    createQuestion('count of enterprise customers', (w) =>
      expectCount(w.customers.filter(hasSizeTier('Enterprise'))),
    ),
    createQuestion('how many customers are in houston', (w) =>
      expectCount(w.customers.filter(({ city }) => city === 'Houston')),
    ),
    createQuestion('how many at risk customers on eaglesoft', (w) =>
      expectCount(w.customers.filter(isAtRisk).filter(hasEhr('Eaglesoft'))),
    ),
    createQuestion('how many small general dentistry customers are critical', (w) =>
      expectCount(
        w.customers
          .filter(hasSizeTier('Small'))
          .filter(hasPracticeType('General Dentistry'))
          .filter(hasCriticalTier),
      ),
    ),
    createQuestion('How many customers are in the expansion pipeline?', (w) =>
      expectCount(w.customers.filter(({ pipeline }) => pipeline === 'Expansion')),
    ),
    createQuestion('how many unknown health', (w) =>
      expectCount(w.customers.filter(hasHealthTier('Unknown'))),
    ),
  ],
  List: [
    createQuestion('show me critical customers in florida', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(isInUsState('FL'))),
    ),
    createQuestion('list enterprise customers', (w) =>
      expectRows(w.customers.filter(hasSizeTier('Enterprise'))),
    ),
    createQuestion('which customers are in grace', (w) =>
      expectRows(w.customers.filter(({ inGrace }) => inGrace)),
    ),
    createQuestion('customers in miami', (w) =>
      expectRows(w.customers.filter(({ city }) => city === 'Miami')),
    ),
    createQuestion('give me all at risk customers', (w) =>
      expectRows(w.customers.filter(isAtRisk)),
    ),
    createQuestion('critical ortho customers pls', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(hasPracticeType('Orthodontics'))),
    ),
    createQuestion('dermatology practices in texas', (w) =>
      expectRows(w.customers.filter(hasPracticeType('Dermatology')).filter(isInUsState('TX'))),
    ),
    createQuestion('Can you show me the customers with open tickets?', (w) =>
      expectRows(w.customers.filter(({ openTicketCount }) => openTicketCount > 0)),
    ),
    createQuestion('who moved down a tier', (w) =>
      expectRows(w.customers.filter(({ tierChange }) => tierChange === 'down')),
    ),
    createQuestion('large customers with their owner and score', (w) =>
      expectRows(w.customers.filter(hasSizeTier('Large'))),
    ),
    createQuestion('ready to expand customers', (w) =>
      expectRows(w.customers.filter((row) => hasHealthyTier(row) && isAbove(row.scoreChange, 5))),
    ),
    createQuestion('what is the score of True Braces', (w) =>
      expectCustomerValue(w.customers, 'True Braces', readScore),
    ),
    createQuestion('who owns Anchor Family Dentistry?', (w) =>
      expectCustomerValue(w.customers, 'Anchor Family Dentistry', ownerOf),
    ),
  ],
  'Top and bottom': [
    createQuestion('top 10 customers by score', (w) => expectTopRows(w.customers, 10, readScore)),
    createQuestion('bottom 5 customers by adoption score', (w) =>
      expectBottomRows(w.customers, 5, readScore),
    ),
    createQuestion('5 lowest scoring customers in california', (w) =>
      expectBottomRows(w.customers.filter(isInUsState('CA')), 5, readScore),
    ),
    createQuestion('which customer has the most locations', (w) =>
      expectTopRows(w.customers, 1, readLocationCount),
    ),
    createQuestion('biggest score drops this week', (w) =>
      expectAnyOf(
        expectBottomRows(w.customers, null, readScoreChange),
        expectBottomRows(w.customers, 10, readScoreChange),
      ),
    ),
    createQuestion('top 3 customers by number of locations', (w) =>
      expectTopRows(w.customers, 3, readLocationCount),
    ),
    createQuestion('which 10 customers have been at risk the longest', (w) =>
      expectTopRows(w.customers, 10, (row) => row.consecutiveWeeksAtRisk),
    ),
    createQuestion('five customers with most tickets overall', (w) =>
      expectTopRows(w.customers, 5, (row) => row.totalTicketCount),
    ),
    createQuestion('worst reminders score top 5', (w) =>
      expectBottomRows(w.customers, 5, (row) => row.featureScores.reminders ?? null),
    ),
    createQuestion('newest 10 customers by go-live', (w) =>
      expectTopRows(w.customers, 10, (row) => row.goLiveDate),
    ),
    createQuestion('critical customers sorted by score lowest first', (w) =>
      expectBottomRows(w.customers.filter(hasCriticalTier), null, readScore),
    ),
    createQuestion('highest score among critical customers', (w) =>
      expectAnyOf(
        expectTopRows(w.customers.filter(hasCriticalTier), 1, readScore),
        expectSum(
          w.customers
            .filter(hasCriticalTier)
            .sort((one, other) => (readScore(other) ?? 0) - (readScore(one) ?? 0))
            .slice(0, 1),
          readScore,
        ),
      ),
    ),
  ],
  Sum: [
    createQuestion('total locations', (w) => expectSum(w.customers, readLocationCount)),
    createQuestion('how many locations do our critical customers have', (w) =>
      expectSum(w.customers.filter(hasCriticalTier), readLocationCount),
    ),
    createQuestion('sum of open tickets for texas customers', (w) =>
      expectSum(w.customers.filter(isInUsState('TX')), (row) => row.openTicketCount),
    ),
    createQuestion('total number of locations on dentrix', (w) =>
      expectSum(w.customers.filter(hasEhr('Dentrix')), readLocationCount),
    ),
    createQuestion('locations of enterprise customers total', (w) =>
      expectSum(w.customers.filter(hasSizeTier('Enterprise')), readLocationCount),
    ),
    createQuestion('total tickets of at risk customers', (w) =>
      expectAnyOf(
        expectSum(w.customers.filter(isAtRisk), (row) => row.totalTicketCount),
        expectedClarification,
      ),
    ),
    createQuestion('total amount due of open renewals', (w) =>
      expectSum(w.renewals.filter(isOpenRenewal), readAmountDue),
    ),
    createQuestion('yearly revenue at risk, total', (w) =>
      expectSum(w.risks.filter(isAtRisk), (row) => row.annualRevenue),
    ),
    createQuestion('monthly revenue lost to competitors', (w) =>
      expectSum(
        w.losses.filter(({ reason }) => reason === 'Competitor'),
        (row) => row.monthlyDollars,
      ),
    ),
  ],
  'Mean and median': [
    createQuestion('average score', (w) => expectMean(w.customers, readScore)),
    createQuestion('avg adoption score in texas', (w) =>
      expectMean(w.customers.filter(isInUsState('TX')), readScore),
    ),
    createQuestion('median score of small customers', (w) =>
      expectMedian(w.customers.filter(hasSizeTier('Small')), readScore),
    ),
    createQuestion('what is the average number of locations per customer', (w) =>
      expectMean(w.customers, readLocationCount),
    ),
    createQuestion('mean score change', (w) => expectMean(w.customers, readScoreChange)),
    createQuestion('average months since go-live of critical customers', (w) =>
      expectMean(w.customers.filter(hasCriticalTier), (row) => row.monthsSinceGoLive),
    ),
    createQuestion('median locations of large customers', (w) =>
      expectMedian(w.customers.filter(hasSizeTier('Large')), readLocationCount),
    ),
    createQuestion('average online booking score', (w) =>
      expectMean(w.customers, (row) => row.featureScores.onlineBooking ?? null),
    ),
    createQuestion('avg payments score for eaglesoft customers', (w) =>
      expectMean(
        w.customers.filter(hasEhr('Eaglesoft')),
        (row) => row.featureScores.payments ?? null,
      ),
    ),
    createQuestion('median weeks at risk for customers at risk', (w) =>
      expectMedian(w.customers.filter(isAtRisk), (row) => row.consecutiveWeeksAtRisk),
    ),
  ],
  Share: [
    createQuestion('what percent of customers are critical', (w) =>
      expectShare(w.customers.filter(hasCriticalTier), w.customers),
    ),
    createQuestion('share of healthy customers in california', (w) =>
      expectShare(
        w.customers.filter(isInUsState('CA')).filter(hasHealthyTier),
        w.customers.filter(isInUsState('CA')),
      ),
    ),
    createQuestion('% of dentrix customers at risk', (w) =>
      expectShare(
        w.customers.filter(hasEhr('Dentrix')).filter(isAtRisk),
        w.customers.filter(hasEhr('Dentrix')),
      ),
    ),
    createQuestion('what share of our customers are small', (w) =>
      expectShare(w.customers.filter(hasSizeTier('Small')), w.customers),
    ),
    createQuestion('what fraction of orthodontics customers is healthy', (w) =>
      expectShare(
        w.customers.filter(hasPracticeType('Orthodontics')).filter(hasHealthyTier),
        w.customers.filter(hasPracticeType('Orthodontics')),
      ),
    ),
    createQuestion('percentage of customers with open tickets', (w) =>
      expectShare(
        w.customers.filter(({ openTicketCount }) => openTicketCount > 0),
        w.customers,
      ),
    ),
    createQuestion('what percentage of critical customers are in texas', (w) =>
      expectShare(
        w.customers.filter(hasCriticalTier).filter(isInUsState('TX')),
        w.customers.filter(hasCriticalTier),
      ),
    ),
    createQuestion('percent of customers with a score over 90', (w) =>
      expectShare(
        w.customers.filter((row) => isAbove(readScore(row), 90)),
        w.customers,
      ),
    ),
    createQuestion('share of critical customers by size', (w) =>
      expectShareByGroup(w.customers, readSizeTier, hasCriticalTier),
    ),
  ],
  'One group': [
    createQuestion('customers by health tier', (w) =>
      expectCountByGroup(w.customers, readHealthTier),
    ),
    createQuestion('customers per state', (w) => expectCountByGroup(w.customers, readUsState)),
    createQuestion('number of customers by ehr', (w) => expectCountByGroup(w.customers, ehrOf)),
    createQuestion('how many customers does each owner have', (w) =>
      expectCountByGroup(w.customers, ownerOf),
    ),
    createQuestion('average score by size', (w) =>
      expectAverageByGroup(w.customers, readSizeTier, readScore),
    ),
    createQuestion('critical customers by state', (w) =>
      expectCountByGroup(w.customers.filter(hasCriticalTier), readUsState),
    ),
    createQuestion('avg score per ehr', (w) => expectAverageByGroup(w.customers, ehrOf, readScore)),
    createQuestion('at risk customers by owner', (w) =>
      expectCountByGroup(w.customers.filter(isAtRisk), ownerOf),
    ),
    createQuestion('which state has the most critical customers', (w) =>
      expectHighestGroups(expectCountByGroup(w.customers.filter(hasCriticalTier), readUsState)),
    ),
    createQuestion('top 5 owners by number of customers', (w) =>
      expectHighestGroups(expectCountByGroup(w.customers, ownerOf), 5),
    ),
    createQuestion('breakdown by practice type', (w) => expectCountByGroup(w.customers, typeOf)),
    createQuestion('which ehr has the lowest average score', (w) =>
      expectLowestGroups(expectAverageByGroup(w.customers, ehrOf, readScore)),
    ),
    createQuestion('locations by state', (w) =>
      expectSumByGroup(w.customers, readUsState, readLocationCount),
    ),
    createQuestion('customers by go-live month in 2026', (w) =>
      expectCountByGroup(
        w.customers.filter(({ goLiveDate }) => isDayWithin(goLiveDate, '2026-01-01', '2026-12-31')),
        (row) => monthOf(row.goLiveDate),
      ),
    ),
  ],
  'Two groups': [
    createQuestion('customers by size and health tier', (w) =>
      expectCountByGroup(w.customers, joinGroupLabels(readSizeTier, readHealthTier)),
    ),
    createQuestion('customers by health tier and practice type', (w) =>
      expectCountByGroup(w.customers, joinGroupLabels(readHealthTier, typeOf)),
    ),
    createQuestion('average score by size and practice type', (w) =>
      expectAverageByGroup(w.customers, joinGroupLabels(readSizeTier, typeOf), readScore),
    ),
    createQuestion('critical customers by owner and size tier', (w) =>
      expectCountByGroup(
        w.customers.filter(hasCriticalTier),
        joinGroupLabels(ownerOf, readSizeTier),
      ),
    ),
    createQuestion('texas customers per ehr and tier', (w) =>
      expectAnyOf(
        expectCountByGroup(
          w.customers.filter(isInUsState('TX')),
          joinGroupLabels(ehrOf, readHealthTier),
        ),
        expectedClarification,
      ),
    ),
    createQuestion('health tier x size tier', (w) =>
      expectCountByGroup(w.customers, joinGroupLabels(readHealthTier, readSizeTier)),
    ),
    createQuestion('locations by size and health tier', (w) =>
      expectSumByGroup(
        w.customers,
        joinGroupLabels(readSizeTier, readHealthTier),
        readLocationCount,
      ),
    ),
    createQuestion('at risk customers by practice type and size', (w) =>
      expectCountByGroup(w.customers.filter(isAtRisk), joinGroupLabels(typeOf, readSizeTier)),
    ),
  ],
  Comparison: [
    createQuestion('compare texas and california', (w) =>
      expectCountByGroup(w.customers.filter(isInUsState('TX', 'CA')), readUsState),
    ),
    createQuestion('average score dentrix vs eaglesoft', (w) =>
      expectAverageByGroup(w.customers.filter(hasEhr('Dentrix', 'Eaglesoft')), ehrOf, readScore),
    ),
    createQuestion('compare average score of small and large customers', (w) =>
      expectAverageByGroup(
        w.customers.filter(hasSizeTier('Small', 'Large')),
        readSizeTier,
        readScore,
      ),
    ),
    createQuestion('critical customers in texas versus florida', (w) =>
      expectCountByGroup(
        w.customers.filter(hasCriticalTier).filter(isInUsState('TX', 'FL')),
        readUsState,
      ),
    ),
    createQuestion('who has more critical customers, rosa villanueva or mei osborne', (w) =>
      expectAnyOf(
        expectCountByGroup(
          w.customers
            .filter(hasCriticalTier)
            .filter(({ ownerName }) =>
              ['Rosa Villanueva', 'Mei Osborne'].includes(ownerName ?? ''),
            ),
          ownerOf,
        ),
        expectHighestGroups(
          expectCountByGroup(
            w.customers
              .filter(hasCriticalTier)
              .filter(({ ownerName }) =>
                ['Rosa Villanueva', 'Mei Osborne'].includes(ownerName ?? ''),
              ),
            ownerOf,
          ),
        ),
      ),
    ),
    createQuestion('share of critical customers: dentrix vs open dental', (w) =>
      expectShareByGroup(
        w.customers.filter(hasEhr('Dentrix', 'Open Dental')),
        ehrOf,
        hasCriticalTier,
      ),
    ),
    createQuestion('open dental vs curve dental by health tier', (w) =>
      expectAnyOf(
        expectCountByGroup(
          w.customers.filter(hasEhr('Open Dental', 'Curve Dental')),
          joinGroupLabels(ehrOf, readHealthTier),
        ),
        expectCountByGroup(
          w.customers.filter(hasEhr('Open Dental', 'Curve Dental')),
          joinGroupLabels(readHealthTier, ehrOf),
        ),
      ),
    ),
    createQuestion('orthodontics or pediatric dentistry: which has the better average score', (w) =>
      expectAnyOf(
        expectAverageByGroup(
          w.customers.filter(hasPracticeType('Orthodontics', 'Pediatric Dentistry')),
          typeOf,
          readScore,
        ),
        expectHighestGroups(
          expectAverageByGroup(
            w.customers.filter(hasPracticeType('Orthodontics', 'Pediatric Dentistry')),
            typeOf,
            readScore,
          ),
        ),
      ),
    ),
  ],
  Threshold: [
    createQuestion('customers with a score below 40', (w) =>
      expectRows(w.customers.filter((row) => isBelow(readScore(row), 40))),
    ),
    createQuestion('how many customers score above 90', (w) =>
      expectCount(w.customers.filter((row) => isAbove(readScore(row), 90))),
    ),
    createQuestion('customers with more than 10 locations', (w) =>
      expectRows(w.customers.filter((row) => row.locationCount > 10)),
    ),
    createQuestion('score between 50 and 60', (w) =>
      expectRows(
        w.customers.filter(
          ({ adoptionScore }) =>
            adoptionScore !== null && adoptionScore >= 50 && adoptionScore <= 60,
        ),
      ),
    ),
    createQuestion('at risk for more than 20 weeks', (w) =>
      expectRows(w.customers.filter((row) => row.consecutiveWeeksAtRisk > 20)),
    ),
    createQuestion('declining for at least 3 weeks', (w) =>
      expectRows(w.customers.filter((row) => row.consecutiveWeeksDeclining >= 3)),
    ),
    createQuestion('customers that dropped more than 5 points', (w) =>
      expectRows(w.customers.filter((row) => isBelow(row.scoreChange, -5))),
    ),
    createQuestion('how many customers went up by over 10 points', (w) =>
      expectCount(w.customers.filter((row) => isAbove(row.scoreChange, 10))),
    ),
    createQuestion('customers with exactly 2 locations', (w) =>
      expectRows(w.customers.filter((row) => row.locationCount === 2)),
    ),
    createQuestion('customers with 5 or more tickets', (w) =>
      expectAnyOf(
        expectRows(w.customers.filter((row) => row.totalTicketCount >= 5)),
        expectedClarification,
      ),
    ),
    createQuestion('reviews score under 30', (w) =>
      expectRows(w.customers.filter((row) => isBelow(row.featureScores.reviews ?? null, 30))),
    ),
    createQuestion('customers with at most 3 entitled products', (w) =>
      expectRows(w.customers.filter((row) => row.entitledFeatures <= 3)),
    ),
    createQuestion('live for less than 3 months', (w) =>
      expectRows(w.customers.filter((row) => isBelow(row.monthsSinceGoLive, 3))),
    ),
    createQuestion('critical customers with score >= 45', (w) =>
      expectRows(
        w.customers.filter(hasCriticalTier).filter((row) => (row.adoptionScore ?? 0) >= 45),
      ),
    ),
  ],
  Negation: [
    createQuestion('customers not in texas', (w) =>
      expectRows(w.customers.filter((row) => row.state !== 'TX')),
    ),
    createQuestion('critical customers that are not at risk', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter((row) => !row.atRisk)),
    ),
    createQuestion('how many customers are not healthy', (w) =>
      expectCount(w.customers.filter((row) => !hasHealthyTier(row))),
    ),
    createQuestion('all customers except dentrix', (w) =>
      expectRows(w.customers.filter((row) => row.ehr !== 'Dentrix')),
    ),
    createQuestion('critical without open tickets', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter((row) => row.openTicketCount === 0)),
    ),
    createQuestion('average score excluding enterprise', (w) =>
      expectMean(
        w.customers.filter((row) => row.sizeTier !== 'Enterprise'),
        readScore,
      ),
    ),
    createQuestion('how many customers have no owner', (w) =>
      expectCount(w.customers.filter(hasOwner('Unassigned'))),
    ),
    createQuestion('customers outside california and texas', (w) =>
      expectRows(w.customers.filter((row) => !isInUsState('CA', 'TX')(row))),
    ),
    createQuestion('customers without a score', (w) =>
      expectRows(w.customers.filter((row) => readScore(row) === null)),
    ),
    createQuestion('not small, critical', (w) =>
      expectRows(w.customers.filter((row) => !hasSizeTier('Small')(row) && hasCriticalTier(row))),
    ),
    createQuestion('healthy customers not on dentrix or eaglesoft in texas', (w) =>
      expectRows(
        w.customers.filter(
          (row) =>
            hasHealthyTier(row) && isInUsState('TX')(row) && !hasEhr('Dentrix', 'Eaglesoft')(row),
        ),
      ),
    ),
  ],
  'Or and and': [
    createQuestion('customers in texas or florida', (w) =>
      expectRows(w.customers.filter(isInUsState('TX', 'FL'))),
    ),
    createQuestion('critical customers in texas and california', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(isInUsState('TX', 'CA'))),
    ),
    createQuestion('how many large or enterprise customers are there', (w) =>
      expectCount(w.customers.filter(hasSizeTier('Large', 'Enterprise'))),
    ),
    createQuestion('dentrix or dentrix ascend customers that are critical', (w) =>
      expectRows(w.customers.filter(hasCriticalTier).filter(hasEhr('Dentrix', 'Dentrix Ascend'))),
    ),
    createQuestion('at risk and declining customers', (w) =>
      expectRows(w.customers.filter(isAtRisk).filter((row) => row.consecutiveWeeksDeclining > 0)),
    ),
    createQuestion('orthodontics and oral surgery in CA', (w) =>
      expectRows(
        w.customers
          .filter(hasPracticeType('Orthodontics', 'Oral Surgery'))
          .filter(isInUsState('CA')),
      ),
    ),
    createQuestion('critical or in grace', (w) =>
      expectAnyOf(
        expectRows(w.customers.filter((row) => hasCriticalTier(row) || row.inGrace)),
        expectedClarification,
      ),
    ),
    createQuestion('small customers in TX or CA with a score below 50', (w) =>
      expectRows(
        w.customers
          .filter(hasSizeTier('Small'))
          .filter(isInUsState('TX', 'CA'))
          .filter((row) => isBelow(readScore(row), 50)),
      ),
    ),
    createQuestion('how many customers are critical and have open tickets', (w) =>
      expectCount(w.customers.filter(hasCriticalTier).filter((row) => row.openTicketCount > 0)),
    ),
  ],
  'People and my': [
    createQuestion('my customers', (w) => expectRows(w.customers.filter(hasOwner(w.viewer)))),
    createQuestion('how many of my customers are critical', (w) =>
      expectCount(w.customers.filter(hasOwner(w.viewer)).filter(hasCriticalTier)),
    ),
    createQuestion('my at risk customers', (w) =>
      expectRows(w.customers.filter(hasOwner(w.viewer)).filter(isAtRisk)),
    ),
    createQuestion("victor takahashi's customers", (w) =>
      expectRows(w.customers.filter(hasOwner('Victor Takahashi'))),
    ),
    createQuestion('how many critical customers does rosa have', (w) =>
      expectCount(w.customers.filter(hasCriticalTier).filter(hasOwner('Rosa Villanueva'))),
    ),
    createQuestion('customers owned by mei osborne in florida', (w) =>
      expectRows(w.customers.filter(hasOwner('Mei Osborne')).filter(isInUsState('FL'))),
    ),
    createQuestion('average score of benjamins customers', (w) =>
      expectMean(w.customers.filter(hasOwner('Benjamin Jankowski')), readScore),
    ),
    createQuestion("what's my average score", (w) =>
      expectMean(w.customers.filter(hasOwner(w.viewer)), readScore),
    ),
    createQuestion('which csm has the most at risk customers', (w) =>
      expectHighestGroups(
        expectCountByGroup(
          w.customers.filter(isAtRisk).filter((row) => row.ownerName !== 'Unassigned'),
          ownerOf,
        ),
      ),
    ),
    createQuestion('how many customers does chloe have', () => expectedClarification),
    createQuestion('novaks critical customers', () => expectedClarification),
    createQuestion('unassigned customers', (w) =>
      expectRows(w.customers.filter(hasOwner('Unassigned'))),
    ),
    createQuestion('my lowest 5 by score', (w) =>
      expectBottomRows(w.customers.filter(hasOwner(w.viewer)), 5, readScore),
    ),
    createQuestion('customers of priya vaughn or fatima wakefield', (w) =>
      expectRows(
        w.customers.filter(({ ownerName }) =>
          ['Priya Vaughn', 'Fatima Wakefield'].includes(ownerName ?? ''),
        ),
      ),
    ),
  ],
  'Periods and dates': [
    createQuestion('customers that went live in 2024', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2024-01-01', '2024-12-31')),
      ),
    ),
    createQuestion('who went live this month', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-11-01', '2026-11-30')),
      ),
    ),
    createQuestion('go lives last month', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-10-01', '2026-10-31')),
      ),
    ),
    createQuestion('how many customers went live last year', (w) =>
      expectCount(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2025-01-01', '2025-12-31')),
      ),
    ),
    createQuestion('customers live since before 2020', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '1900-01-01', '2019-12-31')),
      ),
    ),
    createQuestion('went live in the last 90 days', (w) =>
      expectAnyOf(
        expectRows(
          w.customers.filter((row) => isDayWithin(row.goLiveDate, addDays(w.today, -90), w.today)),
        ),
        expectRows(
          w.customers.filter((row) => isDayWithin(row.goLiveDate, addDays(w.today, -89), w.today)),
        ),
      ),
    ),
    createQuestion('grace ends in december', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.graceEndsOn, '2026-12-01', '2026-12-31')),
      ),
    ),
    createQuestion('which customers come out of grace in the next 30 days', (w) =>
      expectAnyOf(
        ...[addDays(w.today, 29), addDays(w.today, 30)].map((until) =>
          expectRows(w.customers.filter((row) => isDayWithin(row.graceEndsOn, w.today, until))),
        ),
      ),
    ),
    createQuestion('go-live between july and september 2026', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-07-01', '2026-09-30')),
      ),
    ),
    createQuestion('how many were critical last week', (w) =>
      expectCount(
        w.customers.filter(({ previousHealthTier }) => previousHealthTier === 'Critical'),
      ),
    ),
    createQuestion('went live after 10/1/2026', (w) =>
      expectAnyOf(
        expectRows(
          w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-10-01', '2099-12-31')),
        ),
        expectRows(
          w.customers.filter((row) => isDayWithin(row.goLiveDate, '2026-10-02', '2099-12-31')),
        ),
      ),
    ),
    createQuestion('customers from q3 2025 by go live', (w) =>
      expectRows(
        w.customers.filter((row) => isDayWithin(row.goLiveDate, '2025-07-01', '2025-09-30')),
      ),
    ),
  ],
  'Products and EHRs': [
    createQuestion('dentrix customers in texas', (w) =>
      expectRows(w.customers.filter(hasEhr('Dentrix')).filter(isInUsState('TX'))),
    ),
    createQuestion('how many customers are on open dental', (w) =>
      expectCount(w.customers.filter(hasEhr('Open Dental'))),
    ),
    createQuestion('athena customers', (w) =>
      expectRows(w.customers.filter(hasEhr('athenahealth'))),
    ),
    createQuestion('curve customers by health', (w) =>
      expectCountByGroup(w.customers.filter(hasEhr('Curve Dental')), readHealthTier),
    ),
    createQuestion('customers with waitlist score below 20', (w) =>
      expectRows(w.customers.filter((row) => isBelow(row.featureScores.waitlist ?? null, 20))),
    ),
    createQuestion('average insurance verification score by size', (w) =>
      expectAverageByGroup(w.customers, readSizeTier, (row) => row.featureScores.insurance ?? null),
    ),
    createQuestion('top 5 customers by forms', (w) =>
      expectTopRows(w.customers, 5, (row) => row.featureScores.forms ?? null),
    ),
    createQuestion('customers on epic', (w) => expectRows(w.customers.filter(hasEhr('Epic')))),
    createQuestion('eaglesoft practices that are declining', (w) =>
      expectRows(
        w.customers.filter(hasEhr('Eaglesoft')).filter((row) => row.consecutiveWeeksDeclining > 0),
      ),
    ),
    createQuestion('median messaging score', (w) =>
      expectMedian(w.customers, (row) => row.featureScores.messaging ?? null),
    ),
    createQuestion('which ehr has the most customers', (w) =>
      expectHighestGroups(expectCountByGroup(w.customers, ehrOf)),
    ),
    createQuestion('customers using at least 8 products', (w) =>
      expectAnyOf(
        expectRows(w.customers.filter((row) => row.activeFeatures >= 8)),
        expectedClarification,
      ),
    ),
  ],
  Misspelling: [
    createQuestion('how many crtical customers', (w) =>
      expectCount(w.customers.filter(hasCriticalTier)),
    ),
    createQuestion('customers in califronia', (w) =>
      expectRows(w.customers.filter(isInUsState('CA'))),
    ),
    createQuestion('healty customers by state', (w) =>
      expectCountByGroup(w.customers.filter(hasHealthyTier), readUsState),
    ),
    createQuestion('avarage score by size', (w) =>
      expectAverageByGroup(w.customers, readSizeTier, readScore),
    ),
    createQuestion('cusotmers on eaglesft', (w) =>
      expectRows(w.customers.filter(hasEhr('Eaglesoft'))),
    ),
    createQuestion('orthodntics customers', (w) =>
      expectRows(w.customers.filter(hasPracticeType('Orthodontics'))),
    ),
    createQuestion('how many customers at rsik', (w) => expectCount(w.customers.filter(isAtRisk))),
    createQuestion('entreprise customers', (w) =>
      expectRows(w.customers.filter(hasSizeTier('Enterprise'))),
    ),
    createQuestion('custmers per onwer', (w) => expectCountByGroup(w.customers, ownerOf)),
    createQuestion('medain score of large customers', (w) =>
      expectMedian(w.customers.filter(hasSizeTier('Large')), readScore),
    ),
    createQuestion('pediatric dentisty in texas', (w) =>
      expectRows(
        w.customers.filter(hasPracticeType('Pediatric Dentistry')).filter(isInUsState('TX')),
      ),
    ),
  ],
  Paraphrase: [
    createQuestion('which accounts are in the red', (w) =>
      expectAnyOf(expectRows(w.customers.filter(hasCriticalTier)), expectedClarification),
    ),
    createQuestion('accounts in TX', (w) => expectRows(w.customers.filter(isInUsState('TX')))),
    createQuestion('practices located in georgia', (w) =>
      expectRows(w.customers.filter(isInUsState('GA'))),
    ),
    createQuestion('clients with poor health', (w) =>
      expectAnyOf(expectRows(w.customers.filter(hasCriticalTier)), expectedClarification),
    ),
    createQuestion("what's our customer count in colorado", (w) =>
      expectCount(w.customers.filter(isInUsState('CO'))),
    ),
    createQuestion('rank owners by average score', (w) =>
      expectAverageByGroup(w.customers, ownerOf, readScore),
    ),
    createQuestion('who are our single location customers', (w) =>
      expectRows(w.customers.filter((row) => row.locationCount === 1)),
    ),
    createQuestion('give me the tally of customers for each practice type', (w) =>
      expectCountByGroup(w.customers, typeOf),
    ),
    createQuestion('pull up everyone whose score is going down', (w) =>
      expectAnyOf(
        expectRows(w.customers.filter((row) => isBelow(row.scoreChange, 0))),
        expectRows(w.customers.filter((row) => row.consecutiveWeeksDeclining > 0)),
        expectedClarification,
      ),
    ),
    createQuestion(
      'could you please tell me how many accounts we have in massachusetts? thanks!',
      (w) => expectCount(w.customers.filter(isInUsState('MA'))),
    ),
    createQuestion('proportion of customers that are at risk', (w) =>
      expectShare(w.customers.filter(isAtRisk), w.customers),
    ),
    createQuestion('how many medium customers', () => expectedClarification),
    createQuestion('customers in new york', () => expectedClarification),
    createQuestion('sites per customer on average', (w) =>
      expectMean(w.customers, readLocationCount),
    ),
  ],
  'Other lists': [
    createQuestion('how many open tickets do we have', (w) =>
      expectCount(w.tickets.filter(isTicketOpen)),
    ),
    createQuestion('open tickets by priority', (w) =>
      expectCountByGroup(w.tickets.filter(isTicketOpen), (row) => title(row.priority)),
    ),
    createQuestion('urgent open tickets', (w) =>
      expectRows(w.tickets.filter(isTicketOpen).filter(({ priority }) => priority === 'URGENT')),
    ),
    createQuestion('tickets waiting on us', (w) =>
      expectRows(w.tickets.filter(({ stage }) => stage === 'Waiting on us')),
    ),
    createQuestion('average resolution time of closed tickets', (w) =>
      expectMean(w.tickets, (row) => row.resolutionHours),
    ),
    createQuestion('which product has the most tickets', (w) =>
      expectHighestGroups(
        expectCountByGroup(
          w.tickets.filter(({ product }) => product !== null),
          productOf,
        ),
      ),
    ),
    createQuestion('tickets opened this week', (w) =>
      expectRows(w.tickets.filter((row) => w.dayOf(row.createdAt) >= '2026-11-15')),
    ),
    createQuestion('open tickets from at risk customers', (w) =>
      expectRows(w.tickets.filter(isTicketOpen).filter((row) => row.isAtRisk && !row.isOutreach)),
    ),
    createQuestion('tickets about billing', (w) =>
      expectAnyOf(
        expectRows(w.tickets.filter(({ theme }) => theme === 'Billing')),
        expectRows(w.tickets.filter((row) => row.theme === 'Billing' && row.isOpen)),
        expectedClarification,
      ),
    ),
    createQuestion('renewals due in december', (w) =>
      expectRows(w.renewals.filter((row) => isDayWithin(row.dueOn, '2026-12-01', '2026-12-31'))),
    ),
    createQuestion('how many renewals in the next 60 days', (w) =>
      expectAnyOf(
        ...[60, 59].map((days) =>
          expectCount(
            w.renewals
              .filter(isOpenRenewal)
              .filter((row) => isDayWithin(row.dueOn, w.today, addDays(w.today, days))),
          ),
        ),
      ),
    ),
    createQuestion('amount due by renewal forecast', (w) =>
      expectAnyOf(
        expectSumByGroup(w.renewals, (row) => row.forecast, readAmountDue),
        expectSumByGroup(w.renewals.filter(isOpenRenewal), (row) => row.forecast, readAmountDue),
      ),
    ),
    createQuestion('renewals at high predicted risk', (w) =>
      expectRows(w.renewals.filter(({ systemRisk }) => systemRisk === 'High')),
    ),
    createQuestion('my open renewals by due date', (w) =>
      expectBottomRows(w.renewals.filter(isOpenRenewal).filter(hasOwner(w.viewer)), null, due),
    ),
    createQuestion('five biggest open renewals', (w) =>
      expectTopRows(w.renewals.filter(isOpenRenewal), 5, readAmountDue),
    ),
    createQuestion('renewals with no forecast yet', (w) =>
      expectAnyOf(
        expectRows(w.renewals.filter(({ call }) => call === null)),
        expectRows(w.renewals.filter(isOpenRenewal).filter(({ call }) => call === null)),
      ),
    ),
    createQuestion('renewals in proposal stage', (w) =>
      expectRows(w.renewals.filter(({ stage }) => stage === 'proposal')),
    ),
    createQuestion('how many customers gave notice this year', (w) =>
      expectCount(w.losses.filter((row) => isDayWithin(row.noticedOn, '2026-01-01', '2026-12-31'))),
    ),
    createQuestion('losses by reason', (w) => expectCountByGroup(w.losses, (row) => row.reason)),
    createQuestion('who left for a competitor', (w) =>
      expectRows(w.losses.filter(({ reason }) => reason === 'Competitor')),
    ),
    createQuestion('lost revenue per month by ehr', (w) =>
      expectAnyOf(
        expectSumByGroup(w.losses, ehrOf, (row) => row.monthlyDollars),
        expectedClarification,
      ),
    ),
    createQuestion('avoidable losses since july', (w) =>
      expectAnyOf(
        expectRows(
          w.losses.filter(
            (row) => row.avoidable === 'yes' && (row.noticedOn ?? '') >= '2026-07-01',
          ),
        ),
        expectedClarification,
      ),
    ),
    createQuestion('how many customers are onboarding right now', (w) =>
      expectCount(w.onboarding.filter(isOnboarding)),
    ),
    createQuestion('onboardings that are stuck', (w) =>
      expectRows(w.onboarding.filter(({ state }) => state === 'stuck')),
    ),
    createQuestion('onboarding cases by state', (w) =>
      expectAnyOf(
        ...[w.onboarding, w.onboarding.filter(isOnboarding)].map((rows) =>
          expectCountByGroup(rows, ({ state }) => title(state.replace('_', ' '))),
        ),
        expectedClarification,
      ),
    ),
    createQuestion('open tasks per assignee', (w) =>
      expectCountByGroup(w.tasks, (row) => row.personName),
    ),
    createQuestion('overdue tasks', (w) =>
      expectRows(w.tasks.filter(({ overdueDays }) => overdueDays !== null)),
    ),
    createQuestion('tasks due this week', (w) =>
      expectRows(w.tasks.filter((row) => isDayWithin(row.dueOn, '2026-11-15', '2026-11-21'))),
    ),
    createQuestion('tasks overdue for more than 3 days', (w) =>
      expectRows(w.tasks.filter(({ overdueDays }) => (overdueDays ?? 0) > 3)),
    ),
    createQuestion('how many tasks are more than a week overdue', (w) =>
      expectCount(w.tasks.filter(({ overdueDays }) => (overdueDays ?? 0) > 7)),
    ),
    createQuestion('sla clocks overdue by more than 2 hours', (w) =>
      expectRows(w.slas.filter((row) => row.status === 'Overdue' && (row.leftMinutes ?? 0) < -120)),
    ),
    createQuestion('first 20 customers by name', (w) =>
      expectBottomRows(w.customers, 20, ({ institutionName }) => institutionName.toLowerCase()),
    ),
    createQuestion('which customers have the most locations', (w) =>
      expectTopRows(w.customers, 10, readLocationCount),
    ),
    createQuestion('tickets last month vs this month', (w) =>
      expectCountByGroup(
        w.tickets.filter(({ createdAt }) =>
          isDayWithin(w.dayOf(createdAt), '2026-10-01', '2026-11-30'),
        ),
        ({ createdAt }) => monthInWords(w.dayOf(createdAt)),
      ),
    ),
    createQuestion('percent of slas met', (w) =>
      expectShare(
        w.slas.filter(({ status }) => status === 'Met'),
        w.slas.filter(({ status }) => ['Met', 'Breached', 'Overdue'].includes(status)),
      ),
    ),
    createQuestion('which csm has the fewest critical customers', (w) =>
      expectLowestGroups(
        expectPartCountByGroup(
          w.customers.filter((row) => ownerOf(row) !== 'Unassigned'),
          ownerOf,
          hasCriticalTier,
        ),
      ),
    ),
    createQuestion('victors overdue tasks', (w) =>
      expectRows(
        w.tasks.filter((row) => row.personName === 'Victor Takahashi' && row.overdueDays !== null),
      ),
    ),
    createQuestion('closed action items', (w) =>
      expectRows(w.actionItems.filter(({ outcome }) => outcome !== null)),
    ),
    createQuestion('action items by kind', (w) =>
      expectAnyOf(
        expectCountByGroup(w.actionItems, ({ kind }) => title(kind)),
        expectCountByGroup(
          w.actionItems.filter(({ outcome }) => outcome === null),
          ({ kind }) => title(kind),
        ),
        expectedClarification,
      ),
    ),
    createQuestion('active playbook runs', (w) =>
      expectRows(w.runs.filter(({ state }) => state === 'active')),
    ),
    createQuestion('playbook runs by playbook', (w) =>
      expectCountByGroup(w.runs, (row) => row.playbookName),
    ),
    createQuestion('overdue sla clocks', (w) =>
      expectRows(w.slas.filter(({ status }) => status === 'Overdue')),
    ),
    createQuestion('breached slas by policy', (w) =>
      expectCountByGroup(
        w.slas.filter(({ status }) => status === 'Breached'),
        (row) => row.policyName,
      ),
    ),
    createQuestion('at risk customers with the highest yearly revenue, top 5', (w) =>
      expectTopRows(w.risks.filter(isAtRisk), 5, (row) => row.annualRevenue),
    ),
    createQuestion('recovered customers', (w) =>
      expectRows(w.risks.filter(({ standing }) => standing === 'recovered')),
    ),
    createQuestion('at risk customers that renew before march 2027', (w) =>
      expectRows(
        w.risks
          .filter(isAtRisk)
          .filter((row) => isDayWithin(row.renewalOn, '1900-01-01', '2027-02-28')),
      ),
    ),
  ],
};
