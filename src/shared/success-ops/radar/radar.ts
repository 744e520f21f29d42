import { z } from 'zod';
import { endpoint, listAnswer, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { incidentKinds, incidentStages } from './words.ts';

const day = z.iso.date();
const time = z.iso.datetime();

const boundsSchema = z.strictObject({ south: z.number(), north: z.number(), west: z.number(), east: z.number() });

/** A cluster of feeds gone silent. A connection is what one customer has of one records system in one state. */
export const listedIncidentSchema = z.strictObject({
  incidentId: z.uuid(),
  name: z.string(),
  kind: z.enum(incidentKinds),
  stage: z.enum(incidentStages),
  ehr: z.string().nullable(),
  state: z.string().nullable(),
  /** Of an area: the city in its middle, and the miles to its furthest connection. */
  place: z.string().nullable(),
  radiusMiles: z.number().nullable(),
  /** Connections in the group, the silent ones as last found, the most that were, and how many would be by the share of all others. */
  watched: z.int(),
  silent: z.int(),
  mostSilent: z.int(),
  expected: z.number().nullable(),
  /** Of being noise, from 0 to 1; null for all feeds. */
  chance: z.number().nullable(),
  /** Those that are silent still, and all that ever were. */
  customers: z.int(),
  locations: z.int(),
  /** What its silent locations lie within, in degrees; null where none of them has a place. */
  bounds: boundsSchema.nullable(),
  customersEver: z.int(),
  locationsEver: z.int(),
  silentSince: day,
  firstSeenAt: time,
  lastSeenAt: time,
  overAt: time.nullable(),
  dismissedBy: z.string().nullable(),
  dismissedAt: time.nullable(),
  dismissedReason: z.string().nullable(),
  /** Tasks that were made for it and not dropped. */
  tasks: z.int(),
  version: z.int(),
});
export type ListedIncident = z.output<typeof listedIncidentSchema>;

/** What the last look saw. */
const lookSchema = z.strictObject({
  lookedAt: time,
  /** The last day on which any feed reported. */
  asOf: day,
  watchedConnections: z.int(),
  silentConnections: z.int(),
  watchedLocations: z.int(),
  silentLocations: z.int(),
  unwatchedLocations: z.int(),
  groupsCompared: z.int(),
});
export type RadarLook = z.output<typeof lookSchema>;

/** Days for which an incident that is over stays on the list. */
export const pastIncidentDays = 180;

export const getIncidents = endpoint({
  method: 'GET',
  path: '/api/incidents',
  summary: `Clusters of feeds gone silent: those that go on, and those over in the last ${pastIncidentDays} days`,
  response: listAnswer(listedIncidentSchema).extend({
    /** null before the first look. */
    look: lookSchema.nullable(),
  }),
});

export const incidentLocationSchema = z.strictObject({
  incidentId: z.uuid(),
  incidentName: z.string(),
  institutionId: z.int(),
  institutionName: z.string(),
  locationId: z.int(),
  locationName: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  ehr: z.string().nullable(),
  silentSince: day,
  /** A day after it on which its feed reported; null while it is silent. */
  backOn: day.nullable(),
  /** null where the CRM could not be asked. */
  ownerName: z.string().nullable(),
  /** Whether a task was made for its customer and not dropped. */
  hasTask: z.boolean(),
});
export type IncidentLocation = z.output<typeof incidentLocationSchema>;

/** Left out: of all incidents that go on and are not dismissed. */
const ofIncident = z.object({ incident: z.uuid().optional() });

export const getIncidentLocations = endpoint({
  method: 'GET',
  path: '/api/incident-locations',
  summary: 'The locations of one incident, or those of every open one',
  query: ofIncident,
  response: listAnswer(incidentLocationSchema),
});

export const exportIncidents = {
  path: '/api/incidents/export',
  summary: 'The incidents as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;

export const exportIncidentLocations = {
  path: '/api/incident-locations/export',
  summary: 'The locations of one incident, or of every open one, as CSV',
  query: ofIncident,
} satisfies CsvExport;

const incidentParams = z.strictObject({ incidentId: z.uuid() });

export const longestReason = 500;

/** A dismissed incident comes back by itself only when it grows markedly. */
export const postIncidentVerdict = endpoint({
  method: 'POST',
  path: '/api/incidents/:incidentId/verdict',
  summary: 'Dismiss an incident with a reason, or open it again; 409 when it has changed since `version`',
  params: incidentParams,
  body: z.discriminatedUnion('verdict', [
    z.strictObject({
      verdict: z.literal('dismissed'),
      version: versionSchema,
      reason: textSchema.trim().min(1, 'must not be empty').max(longestReason, `must have at most ${longestReason} characters`),
    }),
    z.strictObject({ verdict: z.literal('open'), version: versionSchema }),
  ]),
  response: z.strictObject({ version: z.int() }),
});

/** Who would get how many tasks. */
export const getIncidentTasks = endpoint({
  method: 'GET',
  path: '/api/incidents/:incidentId/tasks',
  summary: 'The tasks that would be made for the owners of an incident’s silent customers',
  params: incidentParams,
  response: z.strictObject({
    title: z.string(),
    dueOn: day,
    /** Most first; `person` is null for an owner who can be given no work here, and for customers without an owner. */
    owners: z.array(z.strictObject({ person: personSchema.nullable(), ownerName: z.string().nullable(), customers: z.int() })),
    /** Tasks to be made now, customers that have one already, and those left for a second time. */
    customers: z.int(),
    alreadyHave: z.int(),
    left: z.int(),
  }),
});

/** The page makes the id, under which they can be undone; customers that have one get none. */
export const postIncidentTasks = endpoint({
  method: 'POST',
  path: '/api/incidents/:incidentId/tasks',
  summary: 'Make a task for the owner of each silent customer of an incident that has none',
  params: incidentParams,
  body: z.strictObject({ workId: z.uuid() }),
  response: z.strictObject({ institutionIds: z.array(z.int()) }),
});
