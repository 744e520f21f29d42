import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metricExplanations = {
  unplottedLocation: () => ({
    formula:
      'An open location of a current customer without coordinates and without a known ZIP code. A location with a known ZIP code is shown at the center of its ZIP code, marked as approximate.',
    unit: 'Locations',
    inputs: ['Coordinates', 'ZIP code', 'ZIP code chosen by an administrator'],
    exclusions: 'Closed locations, and locations of customers that have left.',
    source: 'addCoordinatesByZip in src/server/institutions/zip-places.ts',
  }),
  duplicateCustomer: () => ({
    formula:
      'Two current customers with open locations that have the same phone number, or the same street and ZIP code and similar names. Names are similar when they share half of their three-letter sequences, ignoring words such as Dental or Clinic.',
    unit: 'Pairs of customers',
    inputs: ['Phone', 'Street', 'ZIP code', 'Names'],
    exclusions:
      'Phone numbers and streets that more than five customers share, and phone numbers of one repeated digit or from 555-0100 to 555-0199. Pairs that an administrator marked as different are left out as well.',
    source: 'findDuplicatePairs in src/server/data-quality/duplicate-rules.ts',
  }),
  unknownRecordsSystem: () => ({
    formula:
      'An open location with an EHR name that is neither known nor mapped to a known EHR. Customers with a location without an EHR are counted separately.',
    unit: 'Locations',
    inputs: ['EHR', 'Names mapped by administrators'],
    exclusions: 'Closed locations, and locations of customers that have left.',
    source: 'ehrIssues in src/server/data-quality/issue-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
