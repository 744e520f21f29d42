import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
}

export interface StubPipeline {
  id: string;
  label: string;
  /** `ticketState` is optional in HubSpot too. */
  stages: { id: string; label: string; isClosed: boolean; ticketState?: 'OPEN' | 'CLOSED' }[];
}

/** What the stub holds; a test changes it as people in HubSpot would. */
export interface StubWorld {
  owners: StubOwner[];
  pipelines: StubPipeline[];
  companies: StubRecord[];
  deals: StubRecord[];
  /** Deal and company. */
  associations: [string, string][];
  ticketPipelines: StubPipeline[];
  tickets: StubRecord[];
  /** Ticket and company. */
  ticketAssociations: [string, string][];
}

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Takes the place of the right answer to a call; undefined leaves it. `count` is the number of the call, from 1. */
export type Fault = (path: string, count: number) => StubAnswer | 'broken JSON' | 'hang up' | undefined;

const known: Record<string, string[]> = {
  companies: ['institution_id'],
  deals: ['dealname', 'pipeline', 'dealstage', 'hubspot_owner_id', 'amount', 'closedate'],
  tickets: [
    'subject',
    'content',
    'hs_pipeline',
    'hs_pipeline_stage',
    'hs_ticket_priority',
    'hubspot_owner_id',
    'source_type',
    'closed_date',
  ],
};
const made = '2026-01-01T00:00:00.000Z';

class Refused extends Error {}

/** A strict HubSpot on this machine: it refuses fields, properties and sizes that HubSpot does not take. */
export async function startHubspotStub(world: StubWorld, token: string) {
  const calls: { path: string; body: unknown }[] = [];
  let fault: Fault = () => undefined;
  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => {
      send(response, error instanceof Refused ? 400 : 500, { status: 'error', message: String(error), category: 'VALIDATION_ERROR' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const sent = await text(request);
    calls.push({ path: `${url.pathname}${url.search}`, body: sent });
    if (request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, {
        status: 'error',
        message: `${request.headers.authorization} is not valid`,
        category: 'INVALID_AUTHENTICATION',
      });
    const wrong = fault(url.pathname, calls.length);
    if (wrong === 'hang up') return void request.socket.destroy();
    const right = answerTo(world, `${request.method} ${url.pathname}`, url.searchParams, sent);
    if (wrong === 'broken JSON') return void response.end(JSON.stringify(right.body).slice(0, -2));
    const { status = 200, headers = {}, body } = wrong ?? right;
    send(response, status, body, headers);
  }

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    set fault(next: Fault) {
      fault = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function answerTo(world: StubWorld, call: string, query: URLSearchParams, sent: string): StubAnswer {
  if (call === 'GET /crm/owners/2026-09') {
    refuseOthers(query, ['limit', 'after', 'archived']);
    const owners = world.owners.filter(({ archived }) => String(archived) === (query.get('archived') ?? 'false'));
    return { body: page(owners, query, (owner) => ({ ...owner, createdAt: made, updatedAt: made, type: 'PERSON' })) };
  }
  const piped = /^GET \/crm\/pipelines\/2026-09\/(deals|tickets)$/.exec(call)?.[1];
  if (piped !== undefined) {
    refuseOthers(query, []);
    return { body: { results: (piped === 'deals' ? world.pipelines : world.ticketPipelines).map(pipelineAnswer) } };
  }
  const [, method, ticketId] = /^(GET|PATCH) \/crm\/objects\/2026-09\/tickets\/(\d+)$/.exec(call) ?? [];
  if (ticketId !== undefined) return oneTicket(world, ticketId, method === 'PATCH' ? JSON.parse(sent) : undefined);
  const objects = /^GET \/crm\/objects\/2026-09\/(companies|deals|tickets)$/.exec(call)?.[1];
  if (objects === 'companies' || objects === 'deals' || objects === 'tickets') {
    refuseOthers(query, ['limit', 'after', 'properties']);
    const wanted = (query.get('properties') ?? '').split(',');
    for (const name of wanted) if (!known[objects]?.includes(name)) throw new Refused(`property ${name} does not exist`);
    return { body: page(world[objects], query, (record) => recordAnswer(record, wanted)) };
  }
  if (call === 'POST /crm/associations/2026-09/deals/companies/batch/read') return companiesOf(world, world.associations, JSON.parse(sent));
  if (call === 'POST /crm/associations/2026-09/tickets/companies/batch/read')
    return companiesOf(world, world.ticketAssociations, JSON.parse(sent));
  throw new Refused(`${call} is not a call of HubSpot`);
}

/** Changed a second later each time, as far as anybody who asks can tell. */
function oneTicket(world: StubWorld, id: string, body: unknown): StubAnswer {
  const ticket = world.tickets.find((each) => each.id === id);
  if (ticket === undefined) return { status: 404, body: { status: 'error', message: 'resource not found', category: 'OBJECT_NOT_FOUND' } };
  if (body !== undefined) {
    const { properties, ...rest } = body as { properties?: Record<string, string> };
    if (properties === undefined || Object.keys(rest).length > 0) throw new Refused('only properties are taken');
    for (const name of Object.keys(properties)) if (!known.tickets?.includes(name)) throw new Refused(`property ${name} does not exist`);
    Object.assign(ticket.properties, properties);
    ticket.updatedAt = new Date(Date.parse(ticket.updatedAt) + 1000).toISOString();
  }
  return { body: recordAnswer(ticket, known.tickets ?? []) };
}

function refuseOthers(query: URLSearchParams, allowed: string[]): void {
  for (const name of query.keys()) if (!allowed.includes(name)) throw new Refused(`parameter ${name} does not exist`);
  if (Number(query.get('limit') ?? 1) > 100) throw new Refused('limit is at most 100');
}

/** The next page begins behind an id, as in HubSpot's lists. */
function page<Row extends { id: string }>(rows: Row[], query: URLSearchParams, answer: (row: Row) => unknown) {
  const limit = Number(query.get('limit') ?? 10);
  const after = Number(query.get('after') ?? 0);
  const rest = rows.filter(({ id }) => Number(id) > after).sort((one, other) => Number(one.id) - Number(other.id));
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    results: shown.map(answer),
    ...(rest.length > limit && last !== undefined ? { paging: { next: { after: last.id, link: 'https://example.com' } } } : {}),
  };
}

const recordAnswer = ({ id, properties, updatedAt }: StubRecord, wanted: string[]) => ({
  id,
  properties: Object.fromEntries(wanted.map((name) => [name, properties[name] ?? null])),
  createdAt: made,
  updatedAt,
  archived: false,
});

const pipelineAnswer = ({ id, label, stages }: StubPipeline, displayOrder: number) => ({
  id,
  label,
  displayOrder,
  createdAt: made,
  updatedAt: made,
  archived: false,
  stages: stages.map(({ isClosed, ticketState, ...stage }, order) => ({
    ...stage,
    displayOrder: order,
    metadata: { isClosed: String(isClosed), probability: '0.5', ...(ticketState && { ticketState }) },
    createdAt: made,
    updatedAt: made,
    archived: false,
  })),
});

/** What has no company is an error of a half answer, as HubSpot has it. */
function companiesOf(world: StubWorld, associations: [string, string][], body: Record<string, unknown>): StubAnswer {
  if (Object.keys(body).some((name) => name !== 'inputs') || !Array.isArray(body.inputs)) throw new Refused('only inputs are taken');
  const inputs: Record<string, unknown>[] = body.inputs;
  if (inputs.length > 1000) throw new Refused('at most 1000 inputs');
  const companies = Map.groupBy(associations, ([from]) => from);
  const exists = new Set(world.companies.map(({ id }) => id));
  const results: unknown[] = [];
  const errors: unknown[] = [];
  for (const { id, ...rest } of inputs) {
    if (Object.keys(rest).some((name) => name !== 'after')) throw new Refused('an input has id and after');
    const to = (companies.get(String(id)) ?? []).filter(([, company]) => exists.has(company));
    if (to.length === 0)
      errors.push({
        status: 'error',
        category: 'OBJECT_NOT_FOUND',
        subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
        message: 'No company is associated',
        context: { fromObjectId: [String(id)] },
      });
    else results.push({ from: { id: String(id) }, to: to.map(([, company]) => association(company)) });
  }
  const times = { status: 'COMPLETE', startedAt: made, completedAt: made };
  return errors.length === 0
    ? { body: { ...times, results } }
    : { status: 207, body: { ...times, results, numErrors: errors.length, errors } };
}

const association = (company: string) => ({
  toObjectId: company,
  associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 341, label: null }],
});
