import {
  createBatchAnswer,
  formatRecordAnswer,
  parseBatchInputs,
  parseBodyFields,
  RefusedRequestError,
  refuseUnknownProperties,
  type StubAnswer,
  type StubObjectType,
  type StubRecord,
  type StubWorld,
} from './world.ts';

const mostObjects = 100;
const uniqueProperty = 'chairside_key';

const failure = (category: string, message: string, context: Record<string, string[]>) => ({
  status: 'error',
  category,
  message,
  context,
});
const ticketsBehind = (world: StubWorld): number =>
  Math.max(0, ...world.tickets.map(({ id }) => Number(id)));

/** Reads records by id or by the unique property. */
export function answerBatchRead(
  world: StubWorld,
  object: StubObjectType,
  sent: unknown,
): StubAnswer {
  const { inputs, properties, idProperty } = parseBodyFields(sent, [
    'inputs',
    'properties',
    'propertiesWithHistory',
    'idProperty',
  ]);
  if (idProperty !== undefined && idProperty !== uniqueProperty)
    throw new RefusedRequestError(`${String(idProperty)} is not unique`);
  const wanted = Array.isArray(properties) ? properties.map(String) : [];
  refuseUnknownProperties(object, wanted);
  const nameOf = (record: StubRecord) =>
    idProperty === undefined ? record.id : record.properties[uniqueProperty];
  const byName = new Map(world[object].map((record) => [nameOf(record), record]));
  const ids = parseBatchInputs(inputs, mostObjects).map((input) =>
    String(parseBodyFields(input, ['id']).id),
  );
  const missing = ids.filter((id) => !byName.has(id));
  return createBatchAnswer(
    ids.flatMap((id) => {
      const record = byName.get(id);
      return record === undefined ? [] : [formatRecordAnswer(record, wanted)];
    }),
    missing.length === 0
      ? []
      : [failure('OBJECT_NOT_FOUND', 'Could not get some objects', { ids: missing })],
  );
}

/**
 * Returns the reason why HubSpot refuses the properties of a ticket; `undefined` when HubSpot
 * accepts them.
 */
function whyNot(world: StubWorld, properties: Record<string, unknown>): string | undefined {
  const pipeline = world.ticketPipelines.find(({ id }) => id === properties.hs_pipeline);
  if (!pipeline?.stages.some(({ id }) => id === properties.hs_pipeline_stage))
    return 'hs_pipeline_stage does not exist';
  const owner = properties.hubspot_owner_id;
  if (owner !== undefined && !world.owners.some(({ id, archived }) => id === owner && !archived))
    return 'hubspot_owner_id does not exist';
  return undefined;
}

/**
 * Updates existing tickets and creates the other tickets. A refused ticket with a trace id is
 * reported alone. Without a trace id, the whole batch is refused.
 */
export function upsertTickets(world: StubWorld, sent: unknown, now: Date): StubAnswer {
  const inputs = parseBatchInputs(parseBodyFields(sent, ['inputs']).inputs, mostObjects).map(
    (input) => parseBodyFields(input, ['id', 'idProperty', 'objectWriteTraceId', 'properties']),
  );
  if (new Set(inputs.map(({ id }) => id)).size < inputs.length)
    throw new RefusedRequestError('an id stands there twice');
  const results: unknown[] = [];
  const errors: unknown[] = [];
  for (const { id, idProperty, objectWriteTraceId: trace, properties } of inputs) {
    if (idProperty !== uniqueProperty || typeof id !== 'string' || id === '')
      throw new RefusedRequestError('an input needs a unique property');
    const given = parseBodyFields(properties, Object.keys(Object(properties)));
    refuseUnknownProperties('tickets', Object.keys(given));
    const why = whyNot(world, given);
    if (why !== undefined) {
      if (typeof trace !== 'string') throw new RefusedRequestError(why);
      errors.push(failure('VALIDATION_ERROR', why, { objectWriteTraceId: [trace] }));
      continue;
    }
    const known = world.tickets.find((ticket) => ticket.properties[uniqueProperty] === id);
    const at = now.toISOString();
    const ticket = known ?? {
      id: String(ticketsBehind(world) + 1),
      createdAt: at,
      updatedAt: at,
      properties: {},
    };
    ticket.updatedAt = at;
    for (const [name, value] of Object.entries(given))
      ticket.properties[name] = value === '' ? null : String(value);
    ticket.properties[uniqueProperty] = id;
    if (known === undefined) world.tickets.push(ticket);
    results.push({
      ...formatRecordAnswer(ticket, Object.keys(given)),
      new: known === undefined,
      objectWriteTraceId: trace,
    });
  }
  return createBatchAnswer(results, errors);
}

export function archiveTickets(world: StubWorld, sent: unknown): StubAnswer {
  const ids = parseBatchInputs(parseBodyFields(sent, ['inputs']).inputs, mostObjects).map(
    (input) => parseBodyFields(input, ['id']).id,
  );
  world.tickets = world.tickets.filter(({ id }) => !ids.includes(id));
  world.ticketAssociations = world.ticketAssociations.filter(([ticket]) => !ids.includes(ticket));
  return { status: 204, body: undefined };
}
