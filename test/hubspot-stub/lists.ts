import {
  formatRecordAnswer,
  parseBodyFields,
  RefusedRequestError,
  refuseUnknownProperties,
  type StubAnswer,
  type StubObjectType,
  type StubPipeline,
  type StubWorld,
  stubCreatedAt,
} from './world.ts';

function refuseOthers(query: URLSearchParams, allowed: string[]): void {
  for (const name of query.keys())
    if (!allowed.includes(name)) throw new RefusedRequestError(`parameter ${name} does not exist`);
  if (Number(query.get('limit') ?? 1) > 100) throw new RefusedRequestError('limit is at most 100');
}

/** Returns a page of rows. As in HubSpot's lists, the next page starts after an id. */
function page<Row extends { id: string }>(
  rows: readonly Row[],
  query: URLSearchParams,
  answer: (row: Row) => unknown,
) {
  const limit = Number(query.get('limit') ?? 10);
  const after = Number(query.get('after') ?? 0);
  const rest = rows
    .filter(({ id }) => Number(id) > after)
    .sort((one, other) => Number(one.id) - Number(other.id));
  const pageRows = rest.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    results: pageRows.map(answer),
    ...(rest.length > limit && last !== undefined
      ? { paging: { next: { after: last.id, link: 'https://example.com' } } }
      : {}),
  };
}

export function listOwners(world: StubWorld, query: URLSearchParams): StubAnswer {
  refuseOthers(query, ['limit', 'after', 'archived']);
  const owners = world.owners.filter(
    ({ archived }) => String(archived) === (query.get('archived') ?? 'false'),
  );
  return {
    body: page(owners, query, (owner) => ({
      ...owner,
      createdAt: stubCreatedAt,
      updatedAt: stubCreatedAt,
      type: 'PERSON',
    })),
  };
}

export function listRecords(
  world: StubWorld,
  object: StubObjectType,
  query: URLSearchParams,
): StubAnswer {
  refuseOthers(query, ['limit', 'after', 'properties']);
  const properties = (query.get('properties') ?? '').split(',').filter((name) => name !== '');
  refuseUnknownProperties(object, properties);
  return { body: page(world[object], query, (record) => formatRecordAnswer(record, properties)) };
}

export function listPipelines(
  pipelines: readonly StubPipeline[],
  query: URLSearchParams,
): StubAnswer {
  refuseOthers(query, []);
  return { body: { results: pipelines.map(pipelineAnswer) } };
}

const pipelineAnswer = ({ id, label, stages }: StubPipeline, displayOrder: number) => ({
  id,
  label,
  displayOrder,
  createdAt: stubCreatedAt,
  updatedAt: stubCreatedAt,
  archived: false,
  stages: stages.map(({ isClosed, probability = 0.5, ticketState, ...stage }, order) => ({
    ...stage,
    displayOrder: order,
    metadata: {
      isClosed: String(isClosed),
      probability: probability.toFixed(1),
      ...(ticketState && { ticketState }),
    },
    createdAt: stubCreatedAt,
    updatedAt: stubCreatedAt,
    archived: false,
  })),
});

/**
 * Reads or updates one ticket. An update advances the ticket's update time by at least a second, so
 * that the change is noticed.
 */
export function handleTicketRequest(
  world: StubWorld,
  id: string,
  query: URLSearchParams,
  sent: unknown,
  now: Date,
): StubAnswer {
  refuseOthers(query, ['properties']);
  const ticket = world.tickets.find((each) => each.id === id);
  if (ticket === undefined)
    return {
      status: 404,
      body: { status: 'error', message: 'resource not found', category: 'OBJECT_NOT_FOUND' },
    };
  const properties = (query.get('properties') ?? '').split(',').filter((name) => name !== '');
  refuseUnknownProperties('tickets', properties);
  if (sent !== undefined) {
    const given = parseBodyFields(sent, ['properties']).properties;
    const properties = parseBodyFields(given, Object.keys(Object(given)));
    refuseUnknownProperties('tickets', Object.keys(properties));
    for (const [name, value] of Object.entries(properties))
      ticket.properties[name] = value === '' ? null : String(value);
    ticket.updatedAt = new Date(
      Math.max(now.getTime(), Date.parse(ticket.updatedAt) + 1000),
    ).toISOString();
  }
  return { body: formatRecordAnswer(ticket, properties) };
}
