import { usStateNames } from '#shared/core/state-names.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { customerNouns } from '#shared/portfolio/customer-words.ts';
import { exportDataQuality } from './issues.ts';

/** Words with which the assistant recognizes questions about data issues. */
export const dataQualityVocabulary: ListVocabulary = {
  key: 'data-quality',
  noun: {
    one: 'data issue',
    many: 'data issues',
    synonyms: [
      'data quality issues',
      'data quality problems',
      'data problems',
      'data errors',
      'data quality',
      'issues',
    ],
  },
  grain:
    'one row for each likely error; a customer or location can have several, and a duplicate is one row for two customers',
  export: exportDataQuality,
  page: '/admin?part=quality',
  person: null,
  date: null,
  measure: null,
  customer: 'institutionName',
  columns: {
    issue: {
      reading: 'of kind {}',
      words: ['kind', 'type', 'issue type', 'kind of issue', 'type of issue', 'kind of problem'],
      values: {
        'Not on the map': ['unplotted', 'missing from the map', 'without coordinates'],
        'Approximate place': ['approximate', 'approximately placed', 'approximate location'],
        'Possible duplicate': ['duplicate', 'duplicates', 'possible duplicates', 'duplicated'],
        'Silent connection': ['silent connections', 'silent feed', 'silent feeds', 'silent'],
        'Unknown EHR': ['unknown ehrs', 'unrecognized ehr', 'unknown records system'],
        'No EHR': ['without ehr', 'without an ehr', 'missing ehr', 'no records system'],
        'Overlapping contracts': ['overlapping contract', 'contract overlap', 'overlap'],
      },
    },
    institutionName: { words: customerNouns },
    locationName: { words: ['site', 'location name'] },
    detail: { words: ['detail', 'description'] },
    city: { reading: 'in {}', words: ['town'], hasValues: true },
    state: { reading: 'in {}', words: ['us state'], values: usStateNames },
    zip: { words: ['zip', 'postal code'], hasValues: true, reading: 'with ZIP code {}' },
    otherName: { words: ['duplicate of', 'other account', 'other practice'] },
    likeness: {
      reading: 'similar in {}',
      words: ['similarity', 'matching fields', 'same fields', 'match'],
      valuesNeedName: true,
    },
    system: {
      reading: 'with EHR {}',
      words: ['records system', 'practice management system', 'pms', 'emr', 'software'],
    },
    since: {
      ignoresLabel: true,
      words: ['silent since', 'start date'],
      verbs: ['silent since', 'went silent', 'fell silent'],
      lowest: ['longest silent', 'silent longest'],
    },
  },
  phrases: [],
  examples: [
    'How many data issues are possible duplicates?',
    'Data issues by kind',
    'Data issues by state',
  ],
};
