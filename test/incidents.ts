import type { IncidentLocation, ListedIncident, RadarScan } from '#shared/radar/radar.ts';

export const testIncidentId = '6b3c2c1e-4d52-4f3a-9a43-1a1d8c1f0a01';

/** Incident of an EHR whose connections became silent in one state. */
export const testIncident: ListedIncident = {
  incidentId: testIncidentId,
  name: 'Curve in TX',
  kind: 'system_state',
  stage: 'Open',
  ehr: 'Curve',
  state: 'TX',
  place: null,
  radiusMiles: null,
  watched: 10,
  silent: 8,
  mostSilent: 8,
  expected: 0.2,
  chance: 0.001,
  customers: 8,
  locations: 9,
  bounds: { south: 29.4, north: 33, west: -98, east: -95 },
  customersEver: 8,
  locationsEver: 11,
  silentSince: '2026-11-12',
  firstSeenAt: '2026-11-17T08:45:00.000Z',
  lastSeenAt: '2026-11-18T08:45:00.000Z',
  overAt: null,
  dismissedBy: null,
  dismissedAt: null,
  dismissedReason: null,
  tasks: 0,
  version: 0,
};
/** Silent location of the incident. */
export const testIncidentLocation: IncidentLocation = {
  incidentId: testIncidentId,
  incidentName: 'Curve in TX',
  institutionId: 3,
  institutionName: 'Elm Dental',
  locationId: 30,
  locationName: 'Elm Dental Plano',
  city: 'Plano',
  state: 'TX',
  ehr: 'Curve',
  silentSince: '2026-11-12',
  backOn: null,
  ownerName: 'Ana Pérez',
  hasTask: false,
};
/** Figures of the last scan. */
export const lastRadarScan: RadarScan = {
  lookedAt: new Date().toISOString(),
  asOf: '2026-11-17',
  watchedConnections: 58,
  silentConnections: 9,
  watchedLocations: 60,
  silentLocations: 10,
  unwatchedLocations: 2,
  groupsCompared: 41,
};
