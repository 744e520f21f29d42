import { addDays } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { monthInWords } from '#shared/core/words.ts';
import {
  anyOf,
  averageByGroup,
  bottom,
  computeShareByGroup,
  count,
  countByGroup,
  type Expected,
  expectCustomerValue,
  expectedClarification,
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
import type { World } from './world.ts';

export interface Question {
  text: string;
  expect: (world: World) => Expected;
}

type Customer = World['customers'][number];
type Renewal = World['renewals'][number];
type Ticket = World['tickets'][number];

export const q = (text: string, expect: (world: World) => Expected): Question => ({ text, expect });

export const score = (row: { adoptionScore: number | null }) => row.adoptionScore;
export const change = (row: { scoreChange: number | null }) => row.scoreChange;
export const readLocationCount = (row: Customer) => row.locationCount;
export const stateOf = (row: Customer) => row.state;
export const ehrOf = (row: { ehr: string | null }) => row.ehr;
export const ownerOf = (row: { ownerName: string | null }) => row.ownerName;
export const tierOf = (row: { healthTier: string | null }) => row.healthTier;
export const sizeOf = (row: { sizeTier: string | null }) => row.sizeTier;
const typeOf = (row: { practiceType: string | null }) => row.practiceType;
export const tier =
  (...tiers: string[]) =>
  (row: { healthTier: string | null }) =>
    tiers.includes(row.healthTier ?? '');
export const critical = tier('Critical');
export const healthy = tier('Healthy');
export const hasSizeTier =
  (...sizes: string[]) =>
  (row: { sizeTier: string | null }) =>
    sizes.includes(row.sizeTier ?? '');
export const inState =
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
export const owner = (name: string) => (row: { ownerName: string | null }) =>
  row.ownerName === name;
export const isAtRisk = (row: { atRisk: boolean }) => row.atRisk;
export const over = (value: number | null, limit: number) => value !== null && value > limit;
export const under = (value: number | null, limit: number) => value !== null && value < limit;
export const within = (day: string | null, from: string, to: string) =>
  day !== null && day >= from && day <= to;
const isOnboarding = ({ state }: { state: string }) =>
  !['graduated', 'timed_out', 'left'].includes(state);
const isOpenRenewal = ({ stage }: Renewal) => stage !== 'signed' && stage !== 'lost';
export const isOpen = (row: Ticket) => row.isOpen;
const due = (row: { dueOn: string | null }) => row.dueOn;
export const amount = (row: Renewal) => row.amountDue;
const monthOf = (day: string | null) =>
  day === null ? null : monthInWords(`${day.slice(0, 7)}-01`);
const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const productOf = ({ product }: Ticket) => (product === null ? 'None' : products[product].name);

/** Questions of customer-success managers by category, each with its correct result. */
export const questionsByCategory: Record<string, Question[]> = {
  Count: [
    q('how many customers do we have', (w) => count(w.customers)),
    q('How many critical customers are there?', (w) => count(w.customers.filter(critical))),
    q('how many critical customers in texas', (w) =>
      count(w.customers.filter(critical).filter(inState('TX'))),
    ),
    q('number of healthy customers in CA', (w) =>
      count(w.customers.filter(healthy).filter(inState('CA'))),
    ),
    q('how many orthodontics practices', (w) =>
      count(w.customers.filter(hasPracticeType('Orthodontics'))),
    ),
    q('customers in grace, how many?', (w) => count(w.customers.filter(({ inGrace }) => inGrace))),
    q('how many customers are at risk', (w) => count(w.customers.filter(isAtRisk))),
    q('count of enterprise customers', (w) => count(w.customers.filter(hasSizeTier('Enterprise')))),
    q('how many customers are in houston', (w) =>
      count(w.customers.filter(({ city }) => city === 'Houston')),
    ),
    q('how many at risk customers on eaglesoft', (w) =>
      count(w.customers.filter(isAtRisk).filter(hasEhr('Eaglesoft'))),
    ),
    q('how many small general dentistry customers are critical', (w) =>
      count(
        w.customers
          .filter(hasSizeTier('Small'))
          .filter(hasPracticeType('General Dentistry'))
          .filter(critical),
      ),
    ),
    q('How many customers are in the expansion pipeline?', (w) =>
      count(w.customers.filter(({ pipeline }) => pipeline === 'Expansion')),
    ),
    q('how many unknown health', (w) => count(w.customers.filter(tier('Unknown')))),
  ],
  List: [
    q('show me critical customers in florida', (w) =>
      list(w.customers.filter(critical).filter(inState('FL'))),
    ),
    q('list enterprise customers', (w) => list(w.customers.filter(hasSizeTier('Enterprise')))),
    q('which customers are in grace', (w) => list(w.customers.filter(({ inGrace }) => inGrace))),
    q('customers in miami', (w) => list(w.customers.filter(({ city }) => city === 'Miami'))),
    q('give me all at risk customers', (w) => list(w.customers.filter(isAtRisk))),
    q('critical ortho customers pls', (w) =>
      list(w.customers.filter(critical).filter(hasPracticeType('Orthodontics'))),
    ),
    q('dermatology practices in texas', (w) =>
      list(w.customers.filter(hasPracticeType('Dermatology')).filter(inState('TX'))),
    ),
    q('Can you show me the customers with open tickets?', (w) =>
      list(w.customers.filter(({ openTicketCount }) => openTicketCount > 0)),
    ),
    q('who moved down a tier', (w) =>
      list(w.customers.filter(({ tierChange }) => tierChange === 'down')),
    ),
    q('large customers with their owner and score', (w) =>
      list(w.customers.filter(hasSizeTier('Large'))),
    ),
    q('ready to expand customers', (w) =>
      list(w.customers.filter((row) => healthy(row) && over(row.scoreChange, 5))),
    ),
    q('what is the score of True Braces', (w) =>
      expectCustomerValue(w.customers, 'True Braces', score),
    ),
    q('who owns Anchor Family Dentistry?', (w) =>
      expectCustomerValue(w.customers, 'Anchor Family Dentistry', ownerOf),
    ),
  ],
  'Top and bottom': [
    q('top 10 customers by score', (w) => top(w.customers, 10, score)),
    q('bottom 5 customers by adoption score', (w) => bottom(w.customers, 5, score)),
    q('5 lowest scoring customers in california', (w) =>
      bottom(w.customers.filter(inState('CA')), 5, score),
    ),
    q('which customer has the most locations', (w) => top(w.customers, 1, readLocationCount)),
    q('biggest score drops this week', (w) =>
      anyOf(bottom(w.customers, null, change), bottom(w.customers, 10, change)),
    ),
    q('top 3 customers by number of locations', (w) => top(w.customers, 3, readLocationCount)),
    q('which 10 customers have been at risk the longest', (w) =>
      top(w.customers, 10, (row) => row.consecutiveWeeksAtRisk),
    ),
    q('five customers with most tickets overall', (w) =>
      top(w.customers, 5, (row) => row.totalTicketCount),
    ),
    q('worst reminders score top 5', (w) =>
      bottom(w.customers, 5, (row) => row.featureScores.reminders ?? null),
    ),
    q('newest 10 customers by go-live', (w) => top(w.customers, 10, (row) => row.goLiveDate)),
    q('critical customers sorted by score lowest first', (w) =>
      bottom(w.customers.filter(critical), null, score),
    ),
    q('highest score among critical customers', (w) =>
      anyOf(
        top(w.customers.filter(critical), 1, score),
        sum(
          w.customers
            .filter(critical)
            .sort((one, other) => (score(other) ?? 0) - (score(one) ?? 0))
            .slice(0, 1),
          score,
        ),
      ),
    ),
  ],
  Sum: [
    q('total locations', (w) => sum(w.customers, readLocationCount)),
    q('how many locations do our critical customers have', (w) =>
      sum(w.customers.filter(critical), readLocationCount),
    ),
    q('sum of open tickets for texas customers', (w) =>
      sum(w.customers.filter(inState('TX')), (row) => row.openTicketCount),
    ),
    q('total number of locations on dentrix', (w) =>
      sum(w.customers.filter(hasEhr('Dentrix')), readLocationCount),
    ),
    q('locations of enterprise customers total', (w) =>
      sum(w.customers.filter(hasSizeTier('Enterprise')), readLocationCount),
    ),
    q('total tickets of at risk customers', (w) =>
      anyOf(
        sum(w.customers.filter(isAtRisk), (row) => row.totalTicketCount),
        expectedClarification,
      ),
    ),
    q('total amount due of open renewals', (w) => sum(w.renewals.filter(isOpenRenewal), amount)),
    q('yearly revenue at risk, total', (w) =>
      sum(w.risks.filter(isAtRisk), (row) => row.annualRevenue),
    ),
    q('monthly revenue lost to competitors', (w) =>
      sum(
        w.losses.filter(({ reason }) => reason === 'Competitor'),
        (row) => row.monthlyDollars,
      ),
    ),
  ],
  'Mean and median': [
    q('average score', (w) => mean(w.customers, score)),
    q('avg adoption score in texas', (w) => mean(w.customers.filter(inState('TX')), score)),
    q('median score of small customers', (w) =>
      median(w.customers.filter(hasSizeTier('Small')), score),
    ),
    q('what is the average number of locations per customer', (w) =>
      mean(w.customers, readLocationCount),
    ),
    q('mean score change', (w) => mean(w.customers, change)),
    q('average months since go-live of critical customers', (w) =>
      mean(w.customers.filter(critical), (row) => row.monthsSinceGoLive),
    ),
    q('median locations of large customers', (w) =>
      median(w.customers.filter(hasSizeTier('Large')), readLocationCount),
    ),
    q('average online booking score', (w) =>
      mean(w.customers, (row) => row.featureScores.onlineBooking ?? null),
    ),
    q('avg payments score for eaglesoft customers', (w) =>
      mean(w.customers.filter(hasEhr('Eaglesoft')), (row) => row.featureScores.payments ?? null),
    ),
    q('median weeks at risk for customers at risk', (w) =>
      median(w.customers.filter(isAtRisk), (row) => row.consecutiveWeeksAtRisk),
    ),
  ],
  Share: [
    q('what percent of customers are critical', (w) =>
      share(w.customers.filter(critical), w.customers),
    ),
    q('share of healthy customers in california', (w) =>
      share(w.customers.filter(inState('CA')).filter(healthy), w.customers.filter(inState('CA'))),
    ),
    q('% of dentrix customers at risk', (w) =>
      share(
        w.customers.filter(hasEhr('Dentrix')).filter(isAtRisk),
        w.customers.filter(hasEhr('Dentrix')),
      ),
    ),
    q('what share of our customers are small', (w) =>
      share(w.customers.filter(hasSizeTier('Small')), w.customers),
    ),
    q('what fraction of orthodontics customers is healthy', (w) =>
      share(
        w.customers.filter(hasPracticeType('Orthodontics')).filter(healthy),
        w.customers.filter(hasPracticeType('Orthodontics')),
      ),
    ),
    q('percentage of customers with open tickets', (w) =>
      share(
        w.customers.filter(({ openTicketCount }) => openTicketCount > 0),
        w.customers,
      ),
    ),
    q('what percentage of critical customers are in texas', (w) =>
      share(w.customers.filter(critical).filter(inState('TX')), w.customers.filter(critical)),
    ),
    q('percent of customers with a score over 90', (w) =>
      share(
        w.customers.filter((row) => over(score(row), 90)),
        w.customers,
      ),
    ),
    q('share of critical customers by size', (w) =>
      computeShareByGroup(w.customers, sizeOf, critical),
    ),
  ],
  'One group': [
    q('customers by health tier', (w) => countByGroup(w.customers, tierOf)),
    q('customers per state', (w) => countByGroup(w.customers, stateOf)),
    q('number of customers by ehr', (w) => countByGroup(w.customers, ehrOf)),
    q('how many customers does each owner have', (w) => countByGroup(w.customers, ownerOf)),
    q('average score by size', (w) => averageByGroup(w.customers, sizeOf, score)),
    q('critical customers by state', (w) => countByGroup(w.customers.filter(critical), stateOf)),
    q('avg score per ehr', (w) => averageByGroup(w.customers, ehrOf, score)),
    q('at risk customers by owner', (w) => countByGroup(w.customers.filter(isAtRisk), ownerOf)),
    q('which state has the most critical customers', (w) =>
      selectHighestGroups(countByGroup(w.customers.filter(critical), stateOf)),
    ),
    q('top 5 owners by number of customers', (w) =>
      selectHighestGroups(countByGroup(w.customers, ownerOf), 5),
    ),
    q('breakdown by practice type', (w) => countByGroup(w.customers, typeOf)),
    q('which ehr has the lowest average score', (w) =>
      selectLowestGroups(averageByGroup(w.customers, ehrOf, score)),
    ),
    q('locations by state', (w) => sumByGroup(w.customers, stateOf, readLocationCount)),
    q('customers by go-live month in 2026', (w) =>
      countByGroup(
        w.customers.filter(({ goLiveDate }) => within(goLiveDate, '2026-01-01', '2026-12-31')),
        (row) => monthOf(row.goLiveDate),
      ),
    ),
  ],
  'Two groups': [
    q('customers by size and health tier', (w) =>
      countByGroup(w.customers, joinGroupLabels(sizeOf, tierOf)),
    ),
    q('customers by health tier and practice type', (w) =>
      countByGroup(w.customers, joinGroupLabels(tierOf, typeOf)),
    ),
    q('average score by size and practice type', (w) =>
      averageByGroup(w.customers, joinGroupLabels(sizeOf, typeOf), score),
    ),
    q('critical customers by owner and size tier', (w) =>
      countByGroup(w.customers.filter(critical), joinGroupLabels(ownerOf, sizeOf)),
    ),
    q('texas customers per ehr and tier', (w) =>
      anyOf(
        countByGroup(w.customers.filter(inState('TX')), joinGroupLabels(ehrOf, tierOf)),
        expectedClarification,
      ),
    ),
    q('health tier x size tier', (w) => countByGroup(w.customers, joinGroupLabels(tierOf, sizeOf))),
    q('locations by size and health tier', (w) =>
      sumByGroup(w.customers, joinGroupLabels(sizeOf, tierOf), readLocationCount),
    ),
    q('at risk customers by practice type and size', (w) =>
      countByGroup(w.customers.filter(isAtRisk), joinGroupLabels(typeOf, sizeOf)),
    ),
  ],
  Comparison: [
    q('compare texas and california', (w) =>
      countByGroup(w.customers.filter(inState('TX', 'CA')), stateOf),
    ),
    q('average score dentrix vs eaglesoft', (w) =>
      averageByGroup(w.customers.filter(hasEhr('Dentrix', 'Eaglesoft')), ehrOf, score),
    ),
    q('compare average score of small and large customers', (w) =>
      averageByGroup(w.customers.filter(hasSizeTier('Small', 'Large')), sizeOf, score),
    ),
    q('critical customers in texas versus florida', (w) =>
      countByGroup(w.customers.filter(critical).filter(inState('TX', 'FL')), stateOf),
    ),
    q('who has more critical customers, rosa villanueva or mei osborne', (w) =>
      anyOf(
        countByGroup(
          w.customers
            .filter(critical)
            .filter(({ ownerName }) =>
              ['Rosa Villanueva', 'Mei Osborne'].includes(ownerName ?? ''),
            ),
          ownerOf,
        ),
        selectHighestGroups(
          countByGroup(
            w.customers
              .filter(critical)
              .filter(({ ownerName }) =>
                ['Rosa Villanueva', 'Mei Osborne'].includes(ownerName ?? ''),
              ),
            ownerOf,
          ),
        ),
      ),
    ),
    q('share of critical customers: dentrix vs open dental', (w) =>
      computeShareByGroup(w.customers.filter(hasEhr('Dentrix', 'Open Dental')), ehrOf, critical),
    ),
    q('open dental vs curve dental by health tier', (w) =>
      anyOf(
        countByGroup(
          w.customers.filter(hasEhr('Open Dental', 'Curve Dental')),
          joinGroupLabels(ehrOf, tierOf),
        ),
        countByGroup(
          w.customers.filter(hasEhr('Open Dental', 'Curve Dental')),
          joinGroupLabels(tierOf, ehrOf),
        ),
      ),
    ),
    q('orthodontics or pediatric dentistry: which has the better average score', (w) =>
      anyOf(
        averageByGroup(
          w.customers.filter(hasPracticeType('Orthodontics', 'Pediatric Dentistry')),
          typeOf,
          score,
        ),
        selectHighestGroups(
          averageByGroup(
            w.customers.filter(hasPracticeType('Orthodontics', 'Pediatric Dentistry')),
            typeOf,
            score,
          ),
        ),
      ),
    ),
  ],
  Threshold: [
    q('customers with a score below 40', (w) =>
      list(w.customers.filter((row) => under(score(row), 40))),
    ),
    q('how many customers score above 90', (w) =>
      count(w.customers.filter((row) => over(score(row), 90))),
    ),
    q('customers with more than 10 locations', (w) =>
      list(w.customers.filter((row) => row.locationCount > 10)),
    ),
    q('score between 50 and 60', (w) =>
      list(
        w.customers.filter(
          ({ adoptionScore }) =>
            adoptionScore !== null && adoptionScore >= 50 && adoptionScore <= 60,
        ),
      ),
    ),
    q('at risk for more than 20 weeks', (w) =>
      list(w.customers.filter((row) => row.consecutiveWeeksAtRisk > 20)),
    ),
    q('declining for at least 3 weeks', (w) =>
      list(w.customers.filter((row) => row.consecutiveWeeksDeclining >= 3)),
    ),
    q('customers that dropped more than 5 points', (w) =>
      list(w.customers.filter((row) => under(row.scoreChange, -5))),
    ),
    q('how many customers went up by over 10 points', (w) =>
      count(w.customers.filter((row) => over(row.scoreChange, 10))),
    ),
    q('customers with exactly 2 locations', (w) =>
      list(w.customers.filter((row) => row.locationCount === 2)),
    ),
    q('customers with 5 or more tickets', (w) =>
      anyOf(list(w.customers.filter((row) => row.totalTicketCount >= 5)), expectedClarification),
    ),
    q('reviews score under 30', (w) =>
      list(w.customers.filter((row) => under(row.featureScores.reviews ?? null, 30))),
    ),
    q('customers with at most 3 entitled products', (w) =>
      list(w.customers.filter((row) => row.entitledFeatures <= 3)),
    ),
    q('live for less than 3 months', (w) =>
      list(w.customers.filter((row) => under(row.monthsSinceGoLive, 3))),
    ),
    q('critical customers with score >= 45', (w) =>
      list(w.customers.filter(critical).filter((row) => (row.adoptionScore ?? 0) >= 45)),
    ),
  ],
  Negation: [
    q('customers not in texas', (w) => list(w.customers.filter((row) => row.state !== 'TX'))),
    q('critical customers that are not at risk', (w) =>
      list(w.customers.filter(critical).filter((row) => !row.atRisk)),
    ),
    q('how many customers are not healthy', (w) =>
      count(w.customers.filter((row) => !healthy(row))),
    ),
    q('all customers except dentrix', (w) =>
      list(w.customers.filter((row) => row.ehr !== 'Dentrix')),
    ),
    q('critical without open tickets', (w) =>
      list(w.customers.filter(critical).filter((row) => row.openTicketCount === 0)),
    ),
    q('average score excluding enterprise', (w) =>
      mean(
        w.customers.filter((row) => row.sizeTier !== 'Enterprise'),
        score,
      ),
    ),
    q('how many customers have no owner', (w) => count(w.customers.filter(owner('Unassigned')))),
    q('customers outside california and texas', (w) =>
      list(w.customers.filter((row) => !inState('CA', 'TX')(row))),
    ),
    q('customers without a score', (w) => list(w.customers.filter((row) => score(row) === null))),
    q('not small, critical', (w) =>
      list(w.customers.filter((row) => !hasSizeTier('Small')(row) && critical(row))),
    ),
    q('healthy customers not on dentrix or eaglesoft in texas', (w) =>
      list(
        w.customers.filter(
          (row) => healthy(row) && inState('TX')(row) && !hasEhr('Dentrix', 'Eaglesoft')(row),
        ),
      ),
    ),
  ],
  'Or and and': [
    q('customers in texas or florida', (w) => list(w.customers.filter(inState('TX', 'FL')))),
    q('critical customers in texas and california', (w) =>
      list(w.customers.filter(critical).filter(inState('TX', 'CA'))),
    ),
    q('how many large or enterprise customers are there', (w) =>
      count(w.customers.filter(hasSizeTier('Large', 'Enterprise'))),
    ),
    q('dentrix or dentrix ascend customers that are critical', (w) =>
      list(w.customers.filter(critical).filter(hasEhr('Dentrix', 'Dentrix Ascend'))),
    ),
    q('at risk and declining customers', (w) =>
      list(w.customers.filter(isAtRisk).filter((row) => row.consecutiveWeeksDeclining > 0)),
    ),
    q('orthodontics and oral surgery in CA', (w) =>
      list(
        w.customers.filter(hasPracticeType('Orthodontics', 'Oral Surgery')).filter(inState('CA')),
      ),
    ),
    q('critical or in grace', (w) =>
      anyOf(list(w.customers.filter((row) => critical(row) || row.inGrace)), expectedClarification),
    ),
    q('small customers in TX or CA with a score below 50', (w) =>
      list(
        w.customers
          .filter(hasSizeTier('Small'))
          .filter(inState('TX', 'CA'))
          .filter((row) => under(score(row), 50)),
      ),
    ),
    q('how many customers are critical and have open tickets', (w) =>
      count(w.customers.filter(critical).filter((row) => row.openTicketCount > 0)),
    ),
  ],
  'People and my': [
    q('my customers', (w) => list(w.customers.filter(owner(w.viewer)))),
    q('how many of my customers are critical', (w) =>
      count(w.customers.filter(owner(w.viewer)).filter(critical)),
    ),
    q('my at risk customers', (w) => list(w.customers.filter(owner(w.viewer)).filter(isAtRisk))),
    q("victor takahashi's customers", (w) => list(w.customers.filter(owner('Victor Takahashi')))),
    q('how many critical customers does rosa have', (w) =>
      count(w.customers.filter(critical).filter(owner('Rosa Villanueva'))),
    ),
    q('customers owned by mei osborne in florida', (w) =>
      list(w.customers.filter(owner('Mei Osborne')).filter(inState('FL'))),
    ),
    q('average score of benjamins customers', (w) =>
      mean(w.customers.filter(owner('Benjamin Jankowski')), score),
    ),
    q("what's my average score", (w) => mean(w.customers.filter(owner(w.viewer)), score)),
    q('which csm has the most at risk customers', (w) =>
      selectHighestGroups(
        countByGroup(
          w.customers.filter(isAtRisk).filter((row) => row.ownerName !== 'Unassigned'),
          ownerOf,
        ),
      ),
    ),
    q('how many customers does chloe have', () => expectedClarification),
    q('novaks critical customers', () => expectedClarification),
    q('unassigned customers', (w) => list(w.customers.filter(owner('Unassigned')))),
    q('my lowest 5 by score', (w) => bottom(w.customers.filter(owner(w.viewer)), 5, score)),
    q('customers of priya vaughn or fatima wakefield', (w) =>
      list(
        w.customers.filter(({ ownerName }) =>
          ['Priya Vaughn', 'Fatima Wakefield'].includes(ownerName ?? ''),
        ),
      ),
    ),
  ],
  'Periods and dates': [
    q('customers that went live in 2024', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2024-01-01', '2024-12-31'))),
    ),
    q('who went live this month', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2026-11-01', '2026-11-30'))),
    ),
    q('go lives last month', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2026-10-01', '2026-10-31'))),
    ),
    q('how many customers went live last year', (w) =>
      count(w.customers.filter((row) => within(row.goLiveDate, '2025-01-01', '2025-12-31'))),
    ),
    q('customers live since before 2020', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '1900-01-01', '2019-12-31'))),
    ),
    q('went live in the last 90 days', (w) =>
      anyOf(
        list(w.customers.filter((row) => within(row.goLiveDate, addDays(w.today, -90), w.today))),
        list(w.customers.filter((row) => within(row.goLiveDate, addDays(w.today, -89), w.today))),
      ),
    ),
    q('grace ends in december', (w) =>
      list(w.customers.filter((row) => within(row.graceEndsOn, '2026-12-01', '2026-12-31'))),
    ),
    q('which customers come out of grace in the next 30 days', (w) =>
      anyOf(
        ...[addDays(w.today, 29), addDays(w.today, 30)].map((until) =>
          list(w.customers.filter((row) => within(row.graceEndsOn, w.today, until))),
        ),
      ),
    ),
    q('go-live between july and september 2026', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2026-07-01', '2026-09-30'))),
    ),
    q('how many were critical last week', (w) =>
      count(w.customers.filter(({ previousHealthTier }) => previousHealthTier === 'Critical')),
    ),
    q('went live after 10/1/2026', (w) =>
      anyOf(
        list(w.customers.filter((row) => within(row.goLiveDate, '2026-10-01', '2099-12-31'))),
        list(w.customers.filter((row) => within(row.goLiveDate, '2026-10-02', '2099-12-31'))),
      ),
    ),
    q('customers from q3 2025 by go live', (w) =>
      list(w.customers.filter((row) => within(row.goLiveDate, '2025-07-01', '2025-09-30'))),
    ),
  ],
  'Products and EHRs': [
    q('dentrix customers in texas', (w) =>
      list(w.customers.filter(hasEhr('Dentrix')).filter(inState('TX'))),
    ),
    q('how many customers are on open dental', (w) =>
      count(w.customers.filter(hasEhr('Open Dental'))),
    ),
    q('athena customers', (w) => list(w.customers.filter(hasEhr('athenahealth')))),
    q('curve customers by health', (w) =>
      countByGroup(w.customers.filter(hasEhr('Curve Dental')), tierOf),
    ),
    q('customers with waitlist score below 20', (w) =>
      list(w.customers.filter((row) => under(row.featureScores.waitlist ?? null, 20))),
    ),
    q('average insurance verification score by size', (w) =>
      averageByGroup(w.customers, sizeOf, (row) => row.featureScores.insurance ?? null),
    ),
    q('top 5 customers by forms', (w) =>
      top(w.customers, 5, (row) => row.featureScores.forms ?? null),
    ),
    q('customers on epic', (w) => list(w.customers.filter(hasEhr('Epic')))),
    q('eaglesoft practices that are declining', (w) =>
      list(
        w.customers.filter(hasEhr('Eaglesoft')).filter((row) => row.consecutiveWeeksDeclining > 0),
      ),
    ),
    q('median messaging score', (w) =>
      median(w.customers, (row) => row.featureScores.messaging ?? null),
    ),
    q('which ehr has the most customers', (w) =>
      selectHighestGroups(countByGroup(w.customers, ehrOf)),
    ),
    q('customers using at least 8 products', (w) =>
      anyOf(list(w.customers.filter((row) => row.activeFeatures >= 8)), expectedClarification),
    ),
  ],
  Misspelling: [
    q('how many crtical customers', (w) => count(w.customers.filter(critical))),
    q('customers in califronia', (w) => list(w.customers.filter(inState('CA')))),
    q('healty customers by state', (w) => countByGroup(w.customers.filter(healthy), stateOf)),
    q('avarage score by size', (w) => averageByGroup(w.customers, sizeOf, score)),
    q('cusotmers on eaglesft', (w) => list(w.customers.filter(hasEhr('Eaglesoft')))),
    q('orthodntics customers', (w) => list(w.customers.filter(hasPracticeType('Orthodontics')))),
    q('how many customers at rsik', (w) => count(w.customers.filter(isAtRisk))),
    q('entreprise customers', (w) => list(w.customers.filter(hasSizeTier('Enterprise')))),
    q('custmers per onwer', (w) => countByGroup(w.customers, ownerOf)),
    q('medain score of large customers', (w) =>
      median(w.customers.filter(hasSizeTier('Large')), score),
    ),
    q('pediatric dentisty in texas', (w) =>
      list(w.customers.filter(hasPracticeType('Pediatric Dentistry')).filter(inState('TX'))),
    ),
  ],
  Paraphrase: [
    q('which accounts are in the red', (w) =>
      anyOf(list(w.customers.filter(critical)), expectedClarification),
    ),
    q('accounts in TX', (w) => list(w.customers.filter(inState('TX')))),
    q('practices located in georgia', (w) => list(w.customers.filter(inState('GA')))),
    q('clients with poor health', (w) =>
      anyOf(list(w.customers.filter(critical)), expectedClarification),
    ),
    q("what's our customer count in colorado", (w) => count(w.customers.filter(inState('CO')))),
    q('rank owners by average score', (w) => averageByGroup(w.customers, ownerOf, score)),
    q('who are our single location customers', (w) =>
      list(w.customers.filter((row) => row.locationCount === 1)),
    ),
    q('give me the tally of customers for each practice type', (w) =>
      countByGroup(w.customers, typeOf),
    ),
    q('pull up everyone whose score is going down', (w) =>
      anyOf(
        list(w.customers.filter((row) => under(row.scoreChange, 0))),
        list(w.customers.filter((row) => row.consecutiveWeeksDeclining > 0)),
        expectedClarification,
      ),
    ),
    q('could you please tell me how many accounts we have in massachusetts? thanks!', (w) =>
      count(w.customers.filter(inState('MA'))),
    ),
    q('proportion of customers that are at risk', (w) =>
      share(w.customers.filter(isAtRisk), w.customers),
    ),
    q('how many medium customers', () => expectedClarification),
    q('customers in new york', () => expectedClarification),
    q('sites per customer on average', (w) => mean(w.customers, readLocationCount)),
  ],
  'Other lists': [
    q('how many open tickets do we have', (w) => count(w.tickets.filter(isOpen))),
    q('open tickets by priority', (w) =>
      countByGroup(w.tickets.filter(isOpen), (row) => title(row.priority)),
    ),
    q('urgent open tickets', (w) =>
      list(w.tickets.filter(isOpen).filter(({ priority }) => priority === 'URGENT')),
    ),
    q('tickets waiting on us', (w) =>
      list(w.tickets.filter(({ stage }) => stage === 'Waiting on us')),
    ),
    q('average resolution time of closed tickets', (w) =>
      mean(w.tickets, (row) => row.resolutionHours),
    ),
    q('which product has the most tickets', (w) =>
      selectHighestGroups(
        countByGroup(
          w.tickets.filter(({ product }) => product !== null),
          productOf,
        ),
      ),
    ),
    q('tickets opened this week', (w) =>
      list(w.tickets.filter((row) => w.dayOf(row.createdAt) >= '2026-11-15')),
    ),
    q('open tickets from at risk customers', (w) =>
      list(w.tickets.filter(isOpen).filter((row) => row.isAtRisk && !row.isOutreach)),
    ),
    q('tickets about billing', (w) =>
      anyOf(
        list(w.tickets.filter(({ theme }) => theme === 'Billing')),
        list(w.tickets.filter((row) => row.theme === 'Billing' && row.isOpen)),
        expectedClarification,
      ),
    ),
    q('renewals due in december', (w) =>
      list(w.renewals.filter((row) => within(row.dueOn, '2026-12-01', '2026-12-31'))),
    ),
    q('how many renewals in the next 60 days', (w) =>
      anyOf(
        ...[60, 59].map((days) =>
          count(
            w.renewals
              .filter(isOpenRenewal)
              .filter((row) => within(row.dueOn, w.today, addDays(w.today, days))),
          ),
        ),
      ),
    ),
    q('amount due by renewal forecast', (w) =>
      anyOf(
        sumByGroup(w.renewals, (row) => row.forecast, amount),
        sumByGroup(w.renewals.filter(isOpenRenewal), (row) => row.forecast, amount),
      ),
    ),
    q('renewals at high predicted risk', (w) =>
      list(w.renewals.filter(({ systemRisk }) => systemRisk === 'High')),
    ),
    q('my open renewals by due date', (w) =>
      bottom(w.renewals.filter(isOpenRenewal).filter(owner(w.viewer)), null, due),
    ),
    q('five biggest open renewals', (w) => top(w.renewals.filter(isOpenRenewal), 5, amount)),
    q('renewals with no forecast yet', (w) =>
      anyOf(
        list(w.renewals.filter(({ call }) => call === null)),
        list(w.renewals.filter(isOpenRenewal).filter(({ call }) => call === null)),
      ),
    ),
    q('renewals in proposal stage', (w) =>
      list(w.renewals.filter(({ stage }) => stage === 'proposal')),
    ),
    q('how many customers gave notice this year', (w) =>
      count(w.losses.filter((row) => within(row.noticedOn, '2026-01-01', '2026-12-31'))),
    ),
    q('losses by reason', (w) => countByGroup(w.losses, (row) => row.reason)),
    q('who left for a competitor', (w) =>
      list(w.losses.filter(({ reason }) => reason === 'Competitor')),
    ),
    q('lost revenue per month by ehr', (w) =>
      anyOf(
        sumByGroup(w.losses, ehrOf, (row) => row.monthlyDollars),
        expectedClarification,
      ),
    ),
    q('avoidable losses since july', (w) =>
      anyOf(
        list(
          w.losses.filter(
            (row) => row.avoidable === 'yes' && (row.noticedOn ?? '') >= '2026-07-01',
          ),
        ),
        expectedClarification,
      ),
    ),
    q('how many customers are onboarding right now', (w) =>
      count(w.onboarding.filter(isOnboarding)),
    ),
    q('onboardings that are stuck', (w) =>
      list(w.onboarding.filter(({ state }) => state === 'stuck')),
    ),
    q('onboarding cases by state', (w) =>
      anyOf(
        ...[w.onboarding, w.onboarding.filter(isOnboarding)].map((rows) =>
          countByGroup(rows, ({ state }) => title(state.replace('_', ' '))),
        ),
        expectedClarification,
      ),
    ),
    q('open tasks per assignee', (w) => countByGroup(w.tasks, (row) => row.personName)),
    q('overdue tasks', (w) => list(w.tasks.filter(({ overdueDays }) => overdueDays !== null))),
    q('tasks due this week', (w) =>
      list(w.tasks.filter((row) => within(row.dueOn, '2026-11-15', '2026-11-21'))),
    ),
    q('victors overdue tasks', (w) =>
      list(
        w.tasks.filter((row) => row.personName === 'Victor Takahashi' && row.overdueDays !== null),
      ),
    ),
    q('closed action items', (w) => list(w.actionItems.filter(({ outcome }) => outcome !== null))),
    q('action items by kind', (w) =>
      anyOf(
        countByGroup(w.actionItems, ({ kind }) => title(kind)),
        countByGroup(
          w.actionItems.filter(({ outcome }) => outcome === null),
          ({ kind }) => title(kind),
        ),
        expectedClarification,
      ),
    ),
    q('active playbook runs', (w) => list(w.runs.filter(({ state }) => state === 'active'))),
    q('playbook runs by playbook', (w) => countByGroup(w.runs, (row) => row.playbookName)),
    q('overdue sla clocks', (w) => list(w.slas.filter(({ status }) => status === 'Overdue'))),
    q('breached slas by policy', (w) =>
      countByGroup(
        w.slas.filter(({ status }) => status === 'Breached'),
        (row) => row.policyName,
      ),
    ),
    q('at risk customers with the highest yearly revenue, top 5', (w) =>
      top(w.risks.filter(isAtRisk), 5, (row) => row.annualRevenue),
    ),
    q('recovered customers', (w) =>
      list(w.risks.filter(({ standing }) => standing === 'recovered')),
    ),
    q('at risk customers that renew before march 2027', (w) =>
      list(
        w.risks.filter(isAtRisk).filter((row) => within(row.renewalOn, '1900-01-01', '2027-02-28')),
      ),
    ),
  ],
};
