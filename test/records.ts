import type { ResponseOf } from '#shared/core/endpoint.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import type { InstitutionFields } from '#shared/institutions/fields.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ListedRiskCustomer } from '#shared/risk/list.ts';
import type { InstitutionScore } from '#shared/scoring/facts.ts';
import type { getFreshness } from '#shared/scoring/freshness.ts';

const { healthyFrom, mediumFrom } = defaultHealthRules;
export const defaultTierLimits: TierLimits = { healthyFrom, mediumFrom };

const elmDental: InstitutionFields = {
  institutionId: 1001,
  institutionName: 'Elm Dental',
  goLiveDate: '2024-03-01',
  monthsSinceGoLive: 32,
  totalTicketCount: 0,
};

const steadyScore: InstitutionScore = {
  sizeTier: 'Small',
  locationCount: 1,
  adoptionScore: 80,
  healthTier: 'Healthy',
  previousScore: 80,
  previousHealthTier: 'Healthy',
  scoreChange: 0,
  percentChange: 0,
  tierChange: 'flat',
  scoreChangeParts: { usage: 0, peers: 0, entitlements: 0, locations: 0 },
  inGrace: false,
  atRisk: false,
  hasZeroUsage: false,
  consecutiveWeeksAtRisk: 0,
  consecutiveWeeksDeclining: 0,
  consecutiveWeeksImproving: 0,
  coverage: 1,
  entitledFeatures: 2,
  activeFeatures: 2,
};

/** Returns a steady, Healthy customer with one location. Pass only the fields under test. */
export function createInstitutionHealth(facts: Partial<InstitutionHealth> = {}): InstitutionHealth {
  return {
    ...elmDental,
    ...steadyScore,
    featureUsage: { onlineBooking: 40, forms: 20 },
    previousFeatureUsage: { onlineBooking: 40, forms: 20 },
    featureScores: { onlineBooking: 80, forms: 80 },
    featureTiers: { onlineBooking: 'Healthy', forms: 'Healthy' },
    featureChanges: { onlineBooking: 0, forms: 0 },
    featureEntitlements: { onlineBooking: true, forms: true },
    institutionCreatedAt: '2024-03-01',
    churnedOn: null,
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    onlineBookingLink: null,
    adoptionRate: 100,
    measuredLocations: 1,
    lastReportOn: '2026-11-14',
    tenure: '2 years, 8 months',
    practiceType: 'General dentistry',
    whyItMoved: null,
    improvements: [],
    wayToHealthy: null,
    provisional: null,
    ...facts,
  };
}

/** Returns a location of Elm Dental. */
export function createElmDentalPractice(facts: Partial<Practice> = {}): Practice {
  return {
    locationId: 10_001,
    institutionId: 1001,
    institutionName: 'Elm Dental',
    institutionExternalId: null,
    locationName: 'Elm Dental Main Street',
    latitude: 41.02,
    longitude: -73.63,
    isPlacedByZip: false,
    streetAddress: '4 Main St',
    city: 'Greenwich',
    state: 'CT',
    zip: '06831',
    phone: '(203) 555-0101',
    practiceType: 'General dentistry',
    ehr: 'Dentrix',
    onlineBookingLink: 'book.example.com/elm',
    healthTier: 'Healthy',
    healthScore: 80,
    inGrace: false,
    numLocations: 1,
    numProducts: 2,
    ...facts,
  };
}

/**
 * Returns a steady, Healthy customer as a row of the customer list. Pass only the fields under
 * test.
 */
export function createListedInstitution(facts: Partial<ListedInstitution> = {}): ListedInstitution {
  return {
    ...elmDental,
    ...steadyScore,
    externalId: 'A-00001',
    externalSource: 'import',
    practiceType: 'General dentistry',
    ehr: 'Dentrix',
    city: 'Greenwich',
    state: 'CT',
    graceEndsOn: '2024-05-30',
    leavesOn: null,
    openTicketCount: 0,
    onboardingState: null,
    featureEntitlements: { onlineBooking: true, forms: true },
    featureUsage: { onlineBooking: 40, forms: 20 },
    featureScores: { onlineBooking: 80, forms: 80 },
    ownerName: 'Ana Pérez',
    pipeline: 'Renewals',
    churnTier: null,
    wasPredictedToLeave: null,
    ...facts,
  };
}

/** Returns a Critical customer that is at risk. */
export function createListedRisk(facts: Partial<ListedRiskCustomer> = {}): ListedRiskCustomer {
  return {
    ...createListedInstitution({
      healthTier: 'Critical',
      adoptionScore: 30,
      atRisk: true,
      consecutiveWeeksAtRisk: 2,
    }),
    standing: 'at_risk',
    notice: null,
    reasons: ['critical'],
    trend: [],
    relativeChange: null,
    annualRevenue: 12_000,
    renewalOn: null,
    lastAtRiskOn: null,
    weeksAtRiskBefore: 0,
    ...facts,
  };
}

/**
 * Returns a freshness response with a last official week, without job troubles and without a
 * replica. Pass only the fields under test.
 */
export const createFreshnessResponse = (
  facts: Partial<ResponseOf<typeof getFreshness>> = {},
): ResponseOf<typeof getFreshness> => ({
  officialWeekEnd: '2026-11-14',
  scoresAt: null,
  provisionalAt: null,
  usageAt: null,
  benchmarksAt: null,
  troubles: [],
  replica: null,
  ...facts,
});

/** Creates a prospect in Contacted with unknown EHR, website and size. */
export function createListedProspect(facts: Partial<ListedProspect> = {}): ListedProspect {
  return {
    prospectId: 5,
    placeId: 'place/5',
    name: 'Oak Dental',
    address: '1 Main St, Hartford, CT 06103',
    city: 'Hartford',
    state: 'CT',
    zip: '06103',
    businessType: 'Dentist',
    phone: '860-555-0100',
    website: null,
    ehr: null,
    locationCount: null,
    latitude: 41.7,
    longitude: -72.6,
    isPlacedByZip: false,
    source: 'google_places',
    addedOn: '2026-11-01',
    checkedOn: '2026-11-01',
    territory: null,
    territoryOwner: null,
    stage: 'Contacted',
    stageSince: '2026-11-10T12:00:00.000Z',
    daysInStage: 8,
    owner: null,
    lostReason: null,
    monthlyAmount: null,
    doNotContact: null,
    suppressedBy: null,
    exitCriteria: { met: 1, of: 2 },
    lastTouchOn: null,
    nextTask: null,
    daysWithoutTouch: 17,
    score: 45,
    unknownPoints: 25,
    nearestMiles: 1.2,
    nearestCustomer: { institutionId: 1, institutionName: 'Elm Dental' },
    customer: null,
    deal: null,
    duplicateOf: null,
    version: 3,
    ...facts,
  };
}
