import type { MetricFamily } from './metric.ts';

export const dataQualityMetrics = {
  unplottedLocation: () => ({
    formula:
      'An open location of a present customer that has no coordinates, and no ZIP code that is known. With a known ZIP code it stands in the middle of it on the map, marked as approximate.',
    unit: 'Locations',
    inputs: ['Coordinates', 'ZIP code', 'ZIP code that an administrator chose'],
    exclusions: 'Closed locations, and those of customers that have left.',
    source: 'placeByZip in src/server/institutions/zip-places.ts',
  }),
  duplicateCustomer: () => ({
    formula:
      'Two present customers with open locations that have the same telephone number, or the same street and ZIP code and similar names. Names are similar when they share half of their letter triples, without words such as Dental or Clinic.',
    unit: 'Pairs of customers',
    inputs: ['Phone', 'Street', 'ZIP code', 'Names'],
    exclusions:
      'Numbers and streets that more than five customers share, numbers of one digit or from the range 555-0100 to 555-0199, and pairs that an administrator said are two.',
    source: 'duplicatesOf in src/server/admin/quality/duplicate-rules.ts',
  }),
  unknownRecordsSystem: () => ({
    formula:
      'An open location whose file names a records system that is neither in the list of known ones nor mapped to one. Customers with a location for which no system was given are counted apart.',
    unit: 'Locations',
    inputs: ['Records system', 'Names that administrators mapped'],
    exclusions: 'Closed locations, and those of customers that have left.',
    source: 'systemIssues in src/server/admin/quality/issue-rules.ts',
  }),
} satisfies MetricFamily;
