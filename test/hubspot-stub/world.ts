export interface StubOwner {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  archived: boolean;
}

export interface StubRecord {
  id: string;
  properties: Record<string, string | null>;
  updatedAt: string;
  createdAt?: string;
}

export interface StubPipeline {
  id: string;
  label: string;
  /** Stages of the pipeline. As in HubSpot, `ticketState` can be missing. */
  stages: {
    id: string;
    label: string;
    isClosed: boolean;
    /** Probability of winning a deal in the stage, 0–1; 0.5 when missing. */
    probability?: number;
    ticketState?: 'OPEN' | 'CLOSED';
  }[];
}

/** Data of the stub. Tests change it like users of HubSpot. */
export interface StubWorld {
  owners: StubOwner[];
  pipelines: StubPipeline[];
  companies: StubRecord[];
  deals: StubRecord[];
  /** Pairs of deal id and company id. */
  associations: [string, string][];
  ticketPipelines: StubPipeline[];
  tickets: StubRecord[];
  /** Pairs of ticket id and company id. */
  ticketAssociations: [string, string][];
}

export type StubObjectType = 'companies' | 'deals' | 'tickets';
export const isStubObjectType = (word: string | undefined): word is StubObjectType =>
  word === 'companies' || word === 'deals' || word === 'tickets';

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Thrown for a request that HubSpot answers with the status 400. */
export class RefusedRequestError extends Error {}

const ofEveryObject = ['hs_object_id', 'hs_lastmodifieddate'];
const known: Record<StubObjectType, string[]> = {
  companies: ['institution_id', ...ofEveryObject],
  deals: [
    'dealname',
    'pipeline',
    'dealstage',
    'hubspot_owner_id',
    'amount',
    'closedate',
    'chairside_key',
    ...ofEveryObject,
  ],
  tickets: [
    'subject',
    'content',
    'hs_pipeline',
    'hs_pipeline_stage',
    'hs_ticket_priority',
    'hubspot_owner_id',
    'source_type',
    'closed_date',
    'chairside_key',
    ...ofEveryObject,
  ],
};

export const stubCreatedAt = '2026-01-01T00:00:00.000Z';

export function refuseUnknownProperties(object: StubObjectType, names: readonly string[]): void {
  for (const name of names)
    if (!known[object].includes(name))
      throw new RefusedRequestError(`property ${name} does not exist`);
}

/** Returns the fields of a request body. Throws when the body has unknown fields. */
export function parseBodyFields(
  sent: unknown,
  allowed: readonly string[],
): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new RefusedRequestError('the body is no object');
  for (const name of Object.keys(sent))
    if (!allowed.includes(name)) throw new RefusedRequestError(`field ${name} does not exist`);
  return { ...sent };
}

/** Returns the inputs of a batch. Throws when there are too many. */
export function parseBatchInputs(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) throw new RefusedRequestError('inputs is no list');
  if (value.length > most) throw new RefusedRequestError(`at most ${most} inputs`);
  return value;
}

export const propertyOf = (
  { id, properties, updatedAt }: StubRecord,
  name: string,
): string | null =>
  name === 'hs_object_id'
    ? id
    : name === 'hs_lastmodifieddate'
      ? updatedAt
      : (properties[name] ?? null);

export const formatRecordAnswer = (record: StubRecord, wanted: readonly string[]) => ({
  id: record.id,
  properties: Object.fromEntries(wanted.map((name) => [name, propertyOf(record, name)])),
  createdAt: record.createdAt ?? stubCreatedAt,
  updatedAt: record.updatedAt,
  archived: false,
});

/** Returns the response to a batch; its status is 207 when part of the batch failed. */
export function createBatchAnswer(results: unknown[], errors: unknown[]): StubAnswer {
  const times = { status: 'COMPLETE', startedAt: stubCreatedAt, completedAt: stubCreatedAt };
  if (errors.length === 0) return { body: { ...times, results } };
  return { status: 207, body: { ...times, results, numErrors: errors.length, errors } };
}
