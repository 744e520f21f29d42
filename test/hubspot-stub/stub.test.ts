import * as associations from '@hubspot/api-client/lib/codegen/crm/associations/v4/models/all.js';
import { ObjectSerializer as associationReader } from '@hubspot/api-client/lib/codegen/crm/associations/v4/models/ObjectSerializer.js';
import * as companies from '@hubspot/api-client/lib/codegen/crm/companies/models/all.js';
import { ObjectSerializer as companyReader } from '@hubspot/api-client/lib/codegen/crm/companies/models/ObjectSerializer.js';
import * as deals from '@hubspot/api-client/lib/codegen/crm/deals/models/all.js';
import { ObjectSerializer as dealReader } from '@hubspot/api-client/lib/codegen/crm/deals/models/ObjectSerializer.js';
import * as owners from '@hubspot/api-client/lib/codegen/crm/owners/models/all.js';
import { ObjectSerializer as ownerReader } from '@hubspot/api-client/lib/codegen/crm/owners/models/ObjectSerializer.js';
import * as pipelines from '@hubspot/api-client/lib/codegen/crm/pipelines/models/all.js';
import { ObjectSerializer as pipelineReader } from '@hubspot/api-client/lib/codegen/crm/pipelines/models/ObjectSerializer.js';
import * as tickets from '@hubspot/api-client/lib/codegen/crm/tickets/models/all.js';
import { ObjectSerializer as ticketReader } from '@hubspot/api-client/lib/codegen/crm/tickets/models/ObjectSerializer.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startHubspotStub } from './stub.ts';

const updatedAt = '2026-05-01T00:00:00.000Z';
const company = (id: string) => ({ id, properties: { institution_id: '1' }, updatedAt });
const owner = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Pérez', archived: false };
const world = {
  owners: Array.from({ length: 101 }, (_, index) => ({ ...owner, id: String(index + 1) })),
  pipelines: [
    { id: 'r', label: 'Renewals', stages: [{ id: 'open', label: 'Open', isClosed: false }] },
  ],
  companies: [company('71')],
  deals: Array.from({ length: 3 }, (_, index) => ({
    id: String(index + 1),
    properties: { dealname: 'Deal' },
    updatedAt,
  })),
  associations: [['1', '71']] satisfies [string, string][],
  ticketPipelines: [
    {
      id: 's',
      label: 'Support',
      stages: [{ id: 'new', label: 'New', isClosed: false, ticketState: 'OPEN' as const }],
    },
  ],
  tickets: [{ id: '21', properties: { subject: 'Help', hs_ticket_priority: 'HIGH' }, updatedAt }],
  ticketAssociations: [['21', '71']] satisfies [string, string][],
};

/** Clock of the stub. It advances by a second with each call, unless a test stops it. */
let now = Date.parse('2026-11-18T18:00:00Z');
let step = 1000;
let stub: Awaited<ReturnType<typeof startHubspotStub>>;
beforeAll(async () => {
  stub = await startHubspotStub(world, 'token', { now: () => new Date(now) });
});
afterAll(() => stub.close());

async function ask(path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  now += step;
  const headers = { authorization: 'Bearer token' };
  const sent =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${stub.baseUrl}${path}`, sent);
  return { status: response.status, body: await response.json() };
}

const attributeList = z.array(z.object({ baseName: z.string(), type: z.string() }));
const decoded = z.object({ results: z.array(z.unknown()) });
const record = z.record(z.string(), z.unknown());

/**
 * Returns the places where a value differs from the SDK's models: unknown fields, and values of
 * another type.
 */
function misfits(
  models: Record<string, unknown>,
  type: string,
  value: unknown,
  at = type,
): string[] {
  if (value === undefined || value === null) return [];
  const element = /^Array<(.+)>$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no array`];
    return value.flatMap((each, index) => misfits(models, element, each, `${at}.${index}`));
  }
  if (type === 'Date') return Number.isNaN(Date.parse(String(value))) ? [`${at} is no date`] : [];
  if (['string', 'number', 'boolean'].includes(type))
    return typeof value === type ? [] : [`${at} is no ${type}`];
  if (type === 'any' || type.endsWith('Enum') || type.startsWith('{')) return [];
  const known = models[type];
  if (typeof known !== 'function' || !('attributeTypeMap' in known)) return [`${type} is no model`];
  const attributes = new Map(
    attributeList
      .parse(known.attributeTypeMap)
      .map(({ baseName, type: attribute }) => [baseName, attribute]),
  );
  return Object.entries(record.parse(value)).flatMap(([name, each]) => {
    const attribute = attributes.get(name);
    return attribute === undefined
      ? [`${at}.${name} is unknown`]
      : misfits(models, attribute, each, `${at}.${name}`);
  });
}

const answers = [
  [
    '/crm/owners/2026-09?limit=100',
    owners,
    ownerReader,
    'CollectionResponsePublicOwnerForwardPaging',
  ],
  ['/crm/pipelines/2026-09/deals', pipelines, pipelineReader, 'CollectionResponsePipelineNoPaging'],
  [
    '/crm/objects/2026-09/companies?properties=institution_id',
    companies,
    companyReader,
    'CollectionResponseSimplePublicObjectWithAssociationsForwardPaging',
  ],
  [
    '/crm/objects/2026-09/deals?limit=2&properties=dealname',
    deals,
    dealReader,
    'CollectionResponseSimplePublicObjectWithAssociationsForwardPaging',
  ],
] as const;

it.each(answers)('answers %s as the SDK reads it', async (path, models, reader, type) => {
  const { body } = await ask(path);
  expect(misfits({ ...models }, type, body)).toEqual([]);
  expect(decoded.parse(reader.deserialize(body, type, '')).results).not.toHaveLength(0);
});

const newTicket = (id: string, stage = 'new') => ({
  id,
  idProperty: 'chairside_key',
  objectWriteTraceId: id,
  properties: { chairside_key: id, subject: 'New', hs_pipeline: 's', hs_pipeline_stage: stage },
});
const tickets2026 = '/crm/objects/2026-09/tickets';

const posts = [
  [
    'search',
    { filterGroups: [], limit: 1 },
    'CollectionResponseWithTotalSimplePublicObjectForwardPaging',
    200,
    1,
  ],
  [
    'batch/read',
    { inputs: [{ id: '21' }], properties: ['subject'] },
    'BatchResponseSimplePublicObject',
    200,
    1,
  ],
  [
    'batch/read',
    { inputs: [{ id: '21' }, { id: '22' }] },
    'BatchResponseSimplePublicObjectWithErrors',
    207,
    1,
  ],
  ['batch/upsert', { inputs: [newTicket('a')] }, 'BatchResponseSimplePublicUpsertObject', 200, 1],
  [
    'batch/upsert',
    { inputs: [newTicket('a'), newTicket('b', 'nowhere')] },
    'BatchResponseSimplePublicUpsertObjectWithErrors',
    207,
    1,
  ],
] as const;

it.each(posts)(
  'answers %s with %j as the SDK reads it',
  async (call, sent, type, status, count) => {
    const answer = await ask(`${tickets2026}/${call}`, sent);
    expect(answer.status).toBe(status);
    expect(misfits({ ...tickets }, type, answer.body)).toEqual([]);
    expect(decoded.parse(ticketReader.deserialize(answer.body, type, '')).results).toHaveLength(
      count,
    );
  },
);

it('creates one ticket per key, however often it is sent', async () => {
  const inputs = [newTicket('once')];
  const ids = [];
  for (const _ of [1, 2]) {
    const { body } = await ask(`${tickets2026}/batch/upsert`, { inputs });
    ids.push(
      z.object({ results: z.array(z.object({ id: z.string(), new: z.boolean() })) }).parse(body)
        .results,
    );
  }
  expect(ids).toMatchObject([[{ new: true }], [{ new: false, id: ids[0]?.[0]?.id }]]);
});

it('associates records with companies as the SDK reads it', async () => {
  const inputs = [{ from: { id: '21' }, to: { id: '71' } }];
  const { status, body } = await ask(
    '/crm/associations/2026-09/tickets/companies/batch/associate/default',
    { inputs },
  );
  expect([
    status,
    misfits({ ...associations }, 'BatchResponsePublicDefaultAssociation', body),
  ]).toEqual([200, []]);
});

it('refuses more than five searches a second', async () => {
  now += 1000;
  step = 0;
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => ask(`${tickets2026}/search`, {})),
  );
  step = 1000;
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.body).toMatchObject({ errorType: 'RATE_LIMIT', policyName: 'SECONDLY' });
});

it('answers associations as the SDK reads them, complete and partial', async () => {
  const path = '/crm/associations/2026-09/deals/companies/batch/read';
  const type = 'BatchResponsePublicAssociationMultiWithLabelWithErrors';
  const whole = await ask(path, { inputs: [{ id: '1' }] });
  const half = await ask(path, { inputs: [{ id: '1' }, { id: '2' }] });
  expect([whole.status, half.status]).toEqual([200, 207]);
  for (const { body } of [whole, half]) {
    expect(misfits({ ...associations }, type, body)).toEqual([]);
    expect(decoded.parse(associationReader.deserialize(body, type, '')).results).toHaveLength(1);
  }
});

it('detects a field that the SDK does not know, and one of another type', () => {
  const type = 'CollectionResponsePublicOwnerForwardPaging';
  expect(misfits({ ...owners }, type, { results: [{ id: 1, nickname: 'A' }] })).toEqual([
    `${type}.results.0.id is no string`,
    `${type}.results.0.nickname is unknown`,
  ]);
});

it.each([
  ['/crm/owners/2026-09?sort=name', undefined],
  ['/crm/objects/2026-09/deals?limit=101', undefined],
  ['/crm/objects/2026-09/deals?properties=nickname', undefined],
  ['/crm/v3/objects/deals', undefined],
  ['/crm/objects/2026-09/tickets/search', { filterGroups: [], colour: 'red' }],
  ['/crm/objects/2026-09/tickets/search', { limit: 201 }],
  ['/crm/objects/2026-09/tickets/search', { limit: 200, after: '9900' }],
  [
    '/crm/objects/2026-09/tickets/search',
    { filterGroups: Array.from({ length: 6 }, () => ({ filters: [] })) },
  ],
  ['/crm/objects/2026-09/tickets/search', { sorts: ['nickname'] }],
  [
    '/crm/objects/2026-09/tickets/batch/read',
    { inputs: Array.from({ length: 101 }, () => ({ id: '1' })) },
  ],
  ['/crm/objects/2026-09/tickets/batch/read', { inputs: [], idProperty: 'subject' }],
  ['/crm/objects/2026-09/tickets/batch/upsert', { inputs: [newTicket('a'), newTicket('a')] }],
  [
    '/crm/objects/2026-09/tickets/batch/upsert',
    { inputs: [{ ...newTicket('c', 'nowhere'), objectWriteTraceId: undefined }] },
  ],
  [
    '/crm/objects/2026-09/tickets/batch/upsert',
    { inputs: [{ ...newTicket('c'), properties: { nickname: 'x' } }] },
  ],
  ['/crm/associations/2026-09/deals/companies/batch/read', { inputs: [], limit: 5 }],
  [
    '/crm/associations/2026-09/deals/companies/batch/read',
    { inputs: Array.from({ length: 1001 }, () => ({ id: '1' })) },
  ],
])('refuses %s', async (path, body) => {
  expect((await ask(path, body)).status).toBe(400);
});
