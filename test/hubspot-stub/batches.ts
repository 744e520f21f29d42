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
/** Records that can be created by their unique property, with the names of pipeline and stage. */
const keyedObjects = {
  tickets: { pipeline: 'hs_pipeline', stage: 'hs_pipeline_stage', pipelines: 'ticketPipelines' },
  deals: { pipeline: 'pipeline', stage: 'dealstage', pipelines: 'pipelines' },
} as const;
type KeyedObject = keyof typeof keyedObjects;

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
 * Returns the reason why HubSpot refuses the properties of a record; `undefined` when HubSpot
 * accepts them.
 */
function whyNot(
  world: StubWorld,
  object: KeyedObject,
  properties: Record<string, unknown>,
): string | undefined {
  const names = keyedObjects[object];
  const pipeline = world[names.pipelines].find(({ id }) => id === properties[names.pipeline]);
  if (!pipeline?.stages.some(({ id }) => id === properties[names.stage]))
    return `${names.stage} does not exist`;
  const owner = properties.hubspot_owner_id;
  if (owner !== undefined && !world.owners.some(({ id, archived }) => id === owner && !archived))
    return 'hubspot_owner_id does not exist';
  return undefined;
}

/**
 * Updates existing records and creates the others. A refused record with a trace id is reported
 * alone. Without a trace id, the whole batch is refused.
 */
export function upsertRecords(
  world: StubWorld,
  object: KeyedObject,
  sent: unknown,
  now: Date,
): StubAnswer {
  const records = world[object];
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
    refuseUnknownProperties(object, Object.keys(given));
    const why = whyNot(world, object, given);
    if (why !== undefined) {
      if (typeof trace !== 'string') throw new RefusedRequestError(why);
      errors.push(failure('VALIDATION_ERROR', why, { objectWriteTraceId: [trace] }));
      continue;
    }
    const known = records.find(({ properties: own }) => own[uniqueProperty] === id);
    const at = now.toISOString();
    const record = known ?? {
      id: String(Math.max(0, ...records.map((each) => Number(each.id))) + 1),
      createdAt: at,
      updatedAt: at,
      properties: {},
    };
    record.updatedAt = at;
    for (const [name, value] of Object.entries(given))
      record.properties[name] = value === '' ? null : String(value);
    record.properties[uniqueProperty] = id;
    if (known === undefined) records.push(record);
    results.push({
      ...formatRecordAnswer(record, Object.keys(given)),
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
