import { type ListColumn, renameValues } from '#shared/list/column.ts';
import { zonedColumns } from '#shared/list/zoned-columns.ts';
import type { IncidentLocation, ListedIncident } from './radar.ts';
import { incidentKinds, incidentStages, kindWords } from './words.ts';

const hidden = { isHidden: true } as const;

export const incidentColumns = zonedColumns<ListedIncident>((dayOf) => [
  { key: 'name', label: 'Incident', kind: 'text', value: (row) => row.name, isSearched: true, width: 170, metric: 'incident' },
  { key: 'stage', label: 'Stage', kind: 'option', options: incidentStages, value: (row) => row.stage, metric: 'incidentStage' },
  {
    key: 'customers',
    label: 'Customers silent',
    kind: 'number',
    value: (row) => row.customers,
    hint: 'Customers of the incident whose connections are still silent.',
  },
  { key: 'locations', label: 'Locations silent', kind: 'number', value: (row) => row.locations, metric: 'silentFeed' },
  { key: 'silent', label: 'Connections silent', kind: 'number', value: (row) => row.silent, metric: 'incidentExpected' },
  { key: 'watched', label: 'Connections monitored', kind: 'number', value: (row) => row.watched, metric: 'incidentExpected' },
  { key: 'expected', label: 'Expected', kind: 'number', digits: 1, value: (row) => row.expected, metric: 'incidentExpected' },
  {
    key: 'chance',
    label: 'Chance of noise',
    kind: 'percent',
    digits: 1,
    value: (row) => (row.chance === null ? null : row.chance * 100),
    metric: 'incidentChance',
  },
  { key: 'silentSince', label: 'Silent since', kind: 'date', value: (row) => row.silentSince, metric: 'silentFeed' },
  {
    key: 'firstSeen',
    label: 'First seen',
    kind: 'date',
    value: (row) => dayOf(row.firstSeenAt),
    hint: 'When the radar first found the incident.',
  },
  {
    key: 'lastSeen',
    label: 'Last seen',
    kind: 'date',
    value: (row) => dayOf(row.lastSeenAt),
    hint: 'When a scan last confirmed the incident.',
  },
  { key: 'over', label: 'Over', kind: 'date', value: (row) => row.overAt && dayOf(row.overAt), metric: 'incidentStage' },
  {
    key: 'tasks',
    label: 'Tasks',
    kind: 'number',
    value: (row) => row.tasks,
    hint: 'Tasks created for the incident, excluding canceled ones.',
  },
  {
    key: 'kind',
    label: 'In common',
    kind: 'option',
    options: incidentKinds.map((kind) => kindWords[kind]),
    value: (row) => kindWords[row.kind],
    currentValue: renameValues({
      'Records system': kindWords.system,
      'Records system in a state': kindWords.system_state,
      'Records system in an area': kindWords.system_area,
    }),
    hint: 'What the silent connections have in common.',
    ...hidden,
  },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, ...hidden, width: 150 },
  { key: 'state', label: 'State', kind: 'option', value: (row) => row.state, ...hidden },
  { key: 'place', label: 'Near', kind: 'text', value: (row) => row.place, isSearched: true, ...hidden, width: 150 },
  {
    key: 'radius',
    label: 'Reach',
    kind: 'number',
    unit: ' miles',
    value: (row) => row.radiusMiles,
    hint: 'From the area’s center to its farthest connection.',
    ...hidden,
  },
  {
    key: 'customersEver',
    label: 'Customers ever',
    kind: 'number',
    value: (row) => row.customersEver,
    hint: 'Customers affected at any time since the incident began.',
    ...hidden,
  },
  {
    key: 'locationsEver',
    label: 'Locations ever',
    kind: 'number',
    value: (row) => row.locationsEver,
    hint: 'Locations affected at any time since the incident began.',
    ...hidden,
  },
  { key: 'dismissedBy', label: 'Dismissed by', kind: 'option', value: (row) => row.dismissedBy, isPerson: true, ...hidden, width: 150 },
  { key: 'dismissedReason', label: 'Reason', kind: 'text', value: (row) => row.dismissedReason, ...hidden, width: 220 },
]);

export const incidentLocationColumns: readonly ListColumn<IncidentLocation>[] = [
  { key: 'institutionName', label: 'Customer', kind: 'text', value: (row) => row.institutionName, isSearched: true, width: 200 },
  { key: 'locationName', label: 'Location', kind: 'text', value: (row) => row.locationName, isSearched: true, width: 200 },
  { key: 'city', label: 'City', kind: 'text', value: (row) => row.city, isSearched: true, width: 140 },
  { key: 'state', label: 'State', kind: 'option', value: (row) => row.state },
  { key: 'ehr', label: 'EHR', kind: 'option', value: (row) => row.ehr, width: 150 },
  { key: 'silentSince', label: 'Silent since', kind: 'date', value: (row) => row.silentSince, metric: 'silentFeed' },
  {
    key: 'backOn',
    label: 'Reporting again',
    kind: 'date',
    value: (row) => row.backOn,
    hint: 'First day on which the location’s connection reported again.',
  },
  { key: 'ownerName', label: 'Owner', kind: 'option', value: (row) => row.ownerName, isPerson: true, width: 150 },
  {
    key: 'hasTask',
    label: 'Task',
    kind: 'flag',
    value: (row) => row.hasTask,
    hint: 'Marked when the customer has a task for this incident.',
  },
  { key: 'incidentName', label: 'Incident', kind: 'text', value: (row) => row.incidentName, ...hidden, width: 200 },
];
