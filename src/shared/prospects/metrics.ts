import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { MetricDefinitions } from '#shared/metrics/metric.ts';
import { minimumWonProspects } from './score/back-test.ts';
import {
  defaultProspectScoreLimits as limits,
  defaultProspectScoreWeights as weights,
} from './score.ts';

export const metricExplanations = {
  prospectScore: () => ({
    formula: `The points of all parts add up. Default points: dental or medical type (${weights.type}), 1 to ${limits.mostLocations} locations (${weights.size}), an EHR that customers use (${weights.ehr}), no online booking yet (${weights.booking}), missing phone or website (${weights.contact}), no evening or weekend hours (${weights.hours}), reviews compared with the state’s median (${weights.reviews}), growing reviews (${weights.growth}), and a Healthy customer within ${limits.nearMiles} miles (${weights.reach}). A rating below ${limits.lowRating} subtracts ${weights.lowRating}. An administrator can change the points and limits; the profile shows the points in force.`,
    unit: 'Points, 0–100',
    inputs: ['Facts of the prospect', 'Locations of customers', 'Health tiers'],
    exclusions: 'An unknown fact adds no points. The profile shows how many points are unknown.',
    source: 'computeProspectScoreParts in src/shared/prospects/score.ts',
  }),
  prospectScoreBackTest: () => ({
    formula:
      'Each won prospect is paired with each lost one. The figure is the share of pairs in which the won prospect had the higher score; an equal score counts as half a pair. The interval is that of Hanley and McNeil. The shares by score have Wilson’s interval.',
    unit: 'Share of pairs, 50% by chance alone',
    inputs: ['Scores on the day on which prospects were won or lost'],
    exclusions: `Needs ${minimumWonProspects} won prospects with a stored score. Open prospects and those in Nurture do not count.`,
    source: 'backTestScore in src/shared/prospects/score/back-test.ts',
  }),
  lostProspectReasons: () => ({
    formula:
      'Number of prospects that are lost today and were lost in the last 365 days, by reason. Beside it, the customers that gave notice in the same days for the corresponding reason.',
    unit: 'Prospects, customers',
    inputs: ['Stages of prospects with their lost reasons', 'Losses with their main reasons'],
    exclusions:
      'A prospect that was opened again does not count, nor does a notice that was taken back. Lost prospects are not part of churn rates or predictions. “–” means that no reason of customers corresponds.',
    source: 'countLostReasons in src/shared/prospects/lost-reasons.ts',
  }),
  nearestCustomerMiles: () => ({
    formula: 'Great-circle distance to the nearest location of a customer.',
    unit: 'Miles',
    inputs: ['Coordinates of the prospect', 'Coordinates of customers’ locations'],
    exclusions:
      'Without coordinates, the distance is measured from the center of the address’s ZIP code. A prospect without either has no distance.',
    source: 'toListedProspect in src/server/prospects/list/list-rules.ts',
  }),
  similarUsage: () => ({
    formula: `The median and the quartiles of the usage of the four weeks that end on the last official Saturday. The group is customers of the same size tier and type, of the same size tier, or all customers, whichever is first to have enough peers. Products measured per location are multiplied by the prospect’s number of locations.`,
    unit: 'Uses a month, or dollars a month for payments',
    inputs: ['Benchmarks of the last official week', 'Number of locations of the prospect'],
    exclusions: `Groups of fewer than ${minimumGroupSize} customers are not shown.`,
    source: 'chooseSimilarUsage in src/server/prospects/evidence/evidence-rules.ts',
  }),
  expectedOnboardingDays: () => ({
    formula:
      'The Kaplan–Meier median and quartiles of the days from go-live to the first online booking, and to graduation. The group is customers of the same EHR and size tier, of the same size tier, or all customers, whichever is first to have enough peers.',
    unit: 'Days',
    inputs: ['Onboarding cases'],
    exclusions: `Groups of fewer than ${minimumGroupSize} customers are not shown. Customers that have not reached the event count with the days observed so far.`,
    source: 'expectWait in src/server/prospects/evidence/evidence-rules.ts',
  }),
  departuresByEhr: () => ({
    formula: `Departures of customers on the EHR per 100 customers per year, compared with customers on other EHRs in the same size tier. With fewer than ${minimumGroupSize} customers on the EHR in the size tier, all size tiers are compared. A difference counts when the 95% interval of the ratio excludes 1.`,
    unit: 'Departures per 100 customers per year',
    inputs: ['Lifetimes of customers', 'Notices and their main reasons'],
    exclusions: `Sold and closed practices do not count. Rates need at least ${minimumGroupSize} departures.`,
    source: 'compareChurn in src/server/prospects/evidence/evidence-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
