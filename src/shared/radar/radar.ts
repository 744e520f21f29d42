import { z } from 'zod';
import {
  createListAnswerSchema,
  endpoint,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { incidentKinds, incidentStages } from './words.ts';

const day = z.iso.date();
const time = z.iso.datetime();

const boundsSchema = z.strictObject({
  south: z.number(),
  north: z.number(),
  west: z.number(),
  east: z.number(),
});

/**
 * A cluster of feeds that have gone silent. A connection consists of one customer's feeds from one
 * EHR in one state.
 */
export const listedIncidentSchema = z.strictObject({
  incidentId: z.uuid(),
  name: z.string(),
  kind: z.enum(incidentKinds),
  stage: z.enum(incidentStages),
  ehr: z.string().nullable(),
  state: z.string().nullable(),
  /**
   * City at the center of an area; `radiusMiles` is the distance from the city to the area's
   * farthest connection.
   */
  place: z.string().nullable(),
  radiusMiles: z.number().nullable(),
  /**
   * Number of connections in the group. `silent`: number of silent connections in the latest scan.
   * `mostSilent`: highest number of silent connections in any scan so far. `expected`: number of
   * silent connections if the group had the same share of silent connections as the rest.
   */
  watched: z.int(),
  silent: z.int(),
  mostSilent: z.int(),
  expected: z.number().nullable(),
  /** Probability that the cluster is noise, from 0 to 1; `null` for an incident of all feeds. */
  chance: z.number().nullable(),
  /**
   * Numbers of customers and locations that are still silent. `customersEver` and `locationsEver`
   * are the numbers that were silent at any time.
   */
  customers: z.int(),
  locations: z.int(),
  /**
   * Bounding box of the incident's silent locations, in degrees; `null` if none has coordinates.
   */
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
  /** Number of tasks created for the incident, excluding canceled tasks. */
  tasks: z.int(),
  version: z.int(),
});
export type ListedIncident = z.output<typeof listedIncidentSchema>;

/** Result of the latest scan. */
const lookSchema = z.strictObject({
  lookedAt: time,
  /** Latest day on which any feed reported. */
  asOf: day,
  watchedConnections: z.int(),
  silentConnections: z.int(),
  watchedLocations: z.int(),
  silentLocations: z.int(),
  unwatchedLocations: z.int(),
  groupsCompared: z.int(),
});
export type RadarScan = z.output<typeof lookSchema>;

/** Number of days for which an incident that is over is listed. */
export const pastIncidentDays = 180;

export const getIncidents = endpoint({
  method: 'GET',
  path: '/api/radar/incidents',
  summary: `List the incidents that are open or ended in the last ${pastIncidentDays} days`,
  response: createListAnswerSchema(listedIncidentSchema).extend({
    /** `null` before the first scan. */
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
  /** First day on which the location's feed reported again; `null` while the feed is silent. */
  backOn: day.nullable(),
  /** `null` if the CRM is unavailable. */
  ownerName: z.string().nullable(),
  /** `true` if the location's customer has a task for the incident that wasn't canceled. */
  hasTask: z.boolean(),
});
export type IncidentLocation = z.output<typeof incidentLocationSchema>;

/** Defaults to all open incidents that aren't dismissed. */
const ofIncident = z.object({ incident: z.uuid().optional() });

export const getIncidentLocations = endpoint({
  method: 'GET',
  path: '/api/radar/locations',
  summary: 'List the locations of one incident or of all open incidents',
  query: ofIncident,
  response: createListAnswerSchema(incidentLocationSchema),
});

export const exportIncidents = {
  path: '/api/radar/incidents/export',
  summary: 'Export incidents as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;

export const exportIncidentLocations = {
  path: '/api/radar/locations/export',
  summary: 'Export the locations of one incident or of all open incidents as CSV',
  query: ofIncident,
} satisfies CsvExport;

const incidentParams = z.strictObject({ incidentId: z.uuid() });

export const maxDismissReasonLength = 500;

/** A dismissed incident is reopened automatically only if it grows considerably. */
export const postIncidentDismissOrReopen = endpoint({
  method: 'POST',
  path: '/api/radar/incidents/:incidentId/verdict',
  summary:
    'Dismiss an incident with a reason, or reopen it. Returns 409 if it has changed since `version`',
  params: incidentParams,
  body: z.discriminatedUnion('verdict', [
    z.strictObject({
      verdict: z.literal('dismissed'),
      version: versionSchema,
      reason: textSchema
        .trim()
        .min(1, 'must not be empty')
        .max(maxDismissReasonLength, `must have at most ${maxDismissReasonLength} characters`),
    }),
    z.strictObject({ verdict: z.literal('open'), version: versionSchema }),
  ]),
  response: z.strictObject({ version: z.int() }),
});

/** Preview of the tasks per owner. */
export const getIncidentTaskPreview = endpoint({
  method: 'GET',
  path: '/api/radar/incidents/:incidentId/tasks',
  summary: 'Preview the tasks for the owners of an incident’s silent customers',
  params: incidentParams,
  response: z.strictObject({
    title: z.string(),
    dueOn: day,
    /**
     * Ordered by number of customers; `person` is `null` for customers without an owner, and for
     * customers whose owner has no active account.
     */
    owners: z.array(
      z.strictObject({
        person: personSchema.nullable(),
        ownerName: z.string().nullable(),
        customers: z.int(),
      }),
    ),
    /**
     * `customers`: number of tasks to create now. `alreadyHave`: number of customers that have a
     * task. `left`: number of customers beyond the limit per request.
     */
    customers: z.int(),
    alreadyHave: z.int(),
    left: z.int(),
  }),
});

/**
 * The client generates the id, which identifies the tasks for an undo. Skips customers that already
 * have a task.
 */
export const postIncidentTasks = endpoint({
  method: 'POST',
  path: '/api/radar/incidents/:incidentId/tasks',
  summary:
    'Create a task for the owner of each silent customer of an incident. Skips customers that already have a task',
  params: incidentParams,
  body: z.strictObject({ workId: z.uuid() }),
  response: z.strictObject({ institutionIds: z.array(z.int()) }),
});
