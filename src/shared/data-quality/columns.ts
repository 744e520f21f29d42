import { type ListColumn, renameValues } from '#shared/list/column.ts';
import { duplicateReasons, type Issue, issueKinds, issueWords } from './issues.ts';

export const issueColumns: readonly ListColumn<Issue>[] = [
  {
    key: 'issue',
    label: 'Issue',
    kind: 'option',
    options: issueKinds.map((kind) => issueWords[kind]),
    value: ({ kind }) => issueWords[kind],
    currentValue: renameValues({
      'Silent feed': issueWords.silent,
      'Unknown records system': issueWords.unknownSystem,
      'No records system': issueWords.noSystem,
    }),
    width: 180,
  },
  {
    key: 'institutionName',
    label: 'Customer',
    kind: 'text',
    value: ({ institutionName }) => institutionName,
    isSearched: true,
    width: 220,
  },
  { key: 'locationName', label: 'Location', kind: 'text', value: ({ locationName }) => locationName, isSearched: true, width: 190 },
  { key: 'detail', label: 'Details', kind: 'text', value: ({ detail }) => detail, isSearched: true, width: 380 },
  { key: 'city', label: 'City', kind: 'text', value: ({ city }) => city, isSearched: true, width: 130 },
  { key: 'state', label: 'State', kind: 'option', value: ({ state }) => state },
  { key: 'zip', label: 'ZIP code', kind: 'text', value: ({ zip }) => zip, isSearched: true, width: 100 },
  {
    key: 'otherName',
    label: 'Other customer',
    kind: 'text',
    value: ({ otherName }) => otherName,
    isSearched: true,
    isHidden: true,
    width: 220,
  },
  {
    key: 'likeness',
    label: 'Similar fields',
    kind: 'option',
    options: duplicateReasons,
    value: ({ likeness }) => likeness,
    metric: 'duplicateCustomer',
    width: 180,
  },
  { key: 'system', label: 'EHR', kind: 'option', value: ({ system }) => system, isHidden: true, width: 150 },
  {
    key: 'since',
    label: 'Since',
    kind: 'date',
    value: ({ since }) => since,
    hint: 'First business day without a report from a silent connection.',
  },
];
