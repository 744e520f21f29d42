import type { MetricDefinitions } from '#shared/metrics/metric.ts';

export const metrics = {
  unplottedLocation: () => ({
    formula:
      'An open location of a current customer without coordinates and without a known ZIP code. With a known ZIP code, it is shown at the center of the ZIP code on the map, marked as approximate.',
    unit: 'Locations',
    inputs: ['Coordinates', 'ZIP code', 'ZIP code chosen by an administrator'],
    exclusions: 'Closed locations, and locations of customers that have left.',
    source: 'placeByZip in src/server/institutions/zip-places.ts',
  }),
  duplicateCustomer: () => ({
    formula:
      'Two current customers with open locations that have the same phone number, or the same street and ZIP code and similar names. Names are similar when they share half of their three-letter sequences, ignoring words such as Dental or Clinic.',
    unit: 'Pairs of customers',
    inputs: ['Phone', 'Street', 'ZIP code', 'Names'],
    exclusions:
      'Numbers and streets that more than five customers share, numbers of one digit or from the range 555-0100 to 555-0199, and pairs that an administrator marked as different.',
    source: 'duplicatesOf in src/server/data-quality/duplicate-rules.ts',
  }),
  unknownRecordsSystem: () => ({
    formula:
      'An open location with an EHR name that is neither known nor mapped to a known EHR. Customers with a location without an EHR are counted separately.',
    unit: 'Locations',
    inputs: ['EHR', 'Names mapped by administrators'],
    exclusions: 'Closed locations, and locations of customers that have left.',
    source: 'systemIssues in src/server/data-quality/issue-rules.ts',
  }),
} satisfies Partial<MetricDefinitions>;
