import { usStateNames } from '#shared/core/state-names.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { exportIncidents, pastIncidentDays } from './radar.ts';

/** Words for the incidents of the outage radar. */
export const incidentsVocabulary: ListVocabulary = {
  key: 'incidents',
  noun: {
    one: 'incident',
    many: 'incidents',
    synonyms: ['outages', 'connection outages', 'disruptions'],
  },
  grain: 'one row for each incident that is not over, or ended in the last 180 days',
  export: exportIncidents,
  page: '/customer-success-ops?part=incidents',
  person: null,
  date: 'firstSeen',
  measure: 'customers',
  customer: null,
  columns: {
    name: { words: ['incident name', 'name'] },
    stage: {
      reading: '{} …',
      words: ['status'],
      values: {
        Growing: ['getting worse', 'spreading', 'getting bigger'],
        Dismissed: ['ignored', 'rejected'],
        Over: ['ended', 'resolved', 'finished', 'past', 'closed'],
      },
    },
    customers: {
      words: [
        'customer',
        'silent customers',
        'affected customers',
        'customers affected',
        'number of customers',
        'accounts',
        'practices',
      ],
      isAdditive: true,
      highest: ['biggest', 'largest', 'worst'],
      lowest: ['smallest'],
    },
    locations: {
      words: ['location', 'silent locations', 'affected locations', 'locations affected', 'sites'],
      isAdditive: true,
    },
    silent: {
      words: ['silent connections', 'silent feeds', 'feeds silent'],
      isAdditive: true,
    },
    watched: {
      words: ['monitored connections', 'connections watched', 'watched connections'],
      isAdditive: true,
    },
    expected: { words: ['expected silent connections', 'expected silent'] },
    chance: {
      words: [
        'probability',
        'probability by chance',
        'chance',
        'p-value',
        'probability of noise',
        'chance of noise',
      ],
      highest: ['most likely noise'],
      lowest: ['least likely noise', 'most certain'],
    },
    silentSince: {
      historyDays: pastIncidentDays,
      ignoresLabel: true,
      words: ['silent from'],
      verbs: ['silent since', 'went silent', 'fell silent'],
    },
    firstSeen: {
      historyDays: pastIncidentDays,
      ignoresLabel: true,
      words: ['detection date', 'date found', 'start date'],
      verbs: [
        'first seen',
        'found',
        'detected',
        'discovered',
        'started',
        'began',
        'occurred',
        'happened',
      ],
      highest: ['newest', 'latest', 'most recent'],
      lowest: ['oldest', 'earliest'],
    },
    lastSeen: {
      historyDays: pastIncidentDays,
      ignoresLabel: true,
      words: ['last confirmed'],
      verbs: ['last seen', 'last confirmed'],
    },
    over: {
      historyDays: pastIncidentDays,
      ignoresLabel: true,
      words: ['end date', 'ended on', 'over since'],
      verbs: ['ended', 'resolved', 'were over', 'was over', 'finished'],
    },
    tasks: {
      words: ['task', 'number of tasks', 'tasks created'],
      isAdditive: true,
    },
    kind: {
      words: ['kind', 'type', 'kind of incident', 'common factor'],
      valuesNeedName: true,
    },
    ehr: {
      reading: 'of {}',
      words: ['records system', 'practice management system', 'pms', 'emr', 'software'],
    },
    state: { reading: 'in {}', words: ['us state'], values: usStateNames },
    place: { reading: 'near {}', words: ['city', 'town', 'place', 'area'], hasValues: true },
    radius: { words: ['radius', 'miles', 'size in miles'] },
    customersEver: {
      words: [
        'total customers affected',
        'customers ever affected',
        'customers affected ever',
        'customers affected at any time',
      ],
      isAdditive: true,
    },
    locationsEver: {
      words: [
        'total locations affected',
        'locations ever affected',
        'locations affected ever',
        'locations affected at any time',
      ],
      isAdditive: true,
    },
    dismissedBy: { reading: 'dismissed by {}', words: ['ignored by'] },
    dismissedReason: { words: ['reason for dismissal', 'dismissal reason'] },
  },
  phrases: [
    {
      words: ['active', 'ongoing', 'current', 'unresolved', 'not over', 'still going on'],
      filters: [{ column: 'stage', kind: 'one-of', values: ['Growing', 'Open'] }],
    },
  ],
  examples: [
    'How many incidents are growing?',
    'Largest active incidents',
    'Number of incidents detected this month per EHR',
    'Total affected locations of active incidents',
  ],
};
