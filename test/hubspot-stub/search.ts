import {
  formatRecordAnswer,
  parseBodyFields,
  propertyOf,
  RefusedRequestError,
  refuseUnknownProperties,
  type StubAnswer,
  type StubObjectType,
  type StubRecord,
} from './world.ts';

const mostResults = 10_000;
const most = { perPage: 200, groups: 5, filters: 6, allFilters: 18, values: 100 };

function list(value: unknown, name: string, longest: number): unknown[] {
  if (!Array.isArray(value)) throw new RefusedRequestError(`${name} is no list`);
  if (value.length > longest)
    throw new RefusedRequestError(`${name} has at most ${longest} entries`);
  return value;
}

/** Converts a property to a number for comparisons. Times become milliseconds. */
const comparable = (name: string, text: string | null): number | null =>
  text === null
    ? null
    : name === 'hs_lastmodifieddate'
      ? /^\d+$/.test(text)
        ? Number(text)
        : Date.parse(text)
      : Number(text);

function filterOf(object: StubObjectType, sent: unknown): (record: StubRecord) => boolean {
  const { propertyName, operator, value, values } = parseBodyFields(sent, [
    'propertyName',
    'operator',
    'value',
    'values',
    'highValue',
  ]);
  const name = String(propertyName);
  refuseUnknownProperties(object, [name]);
  if (operator === 'IN') {
    const wanted = new Set(list(values, 'values', most.values));
    return (record) => wanted.has(propertyOf(record, name));
  }
  if (typeof value !== 'string') throw new RefusedRequestError('value is no text');
  if (operator === 'EQ') return (record) => propertyOf(record, name) === value;
  const limit = comparable(name, value) ?? Number.NaN;
  if (Number.isNaN(limit)) throw new RefusedRequestError(`${value} is no number`);
  const numberOf = (record: StubRecord) =>
    comparable(name, propertyOf(record, name)) ?? Number.NEGATIVE_INFINITY;
  if (operator === 'GTE') return (record) => numberOf(record) >= limit;
  if (operator === 'GT') return (record) => numberOf(record) > limit;
  throw new RefusedRequestError(`operator ${String(operator)} does not exist`);
}

/**
 * Answers a search with HubSpot's limits: pages of 200 records, and no results after the first
 * 10,000.
 */
export function answerSearch(
  object: StubObjectType,
  records: readonly StubRecord[],
  sent: unknown,
): StubAnswer {
  const body = parseBodyFields(sent, [
    'filterGroups',
    'sorts',
    'properties',
    'limit',
    'after',
    'query',
  ]);
  const groups = list(body.filterGroups ?? [], 'filterGroups', most.groups).map((group) =>
    list(parseBodyFields(group, ['filters']).filters, 'filters', most.filters),
  );
  if (groups.flat().length > most.allFilters)
    throw new RefusedRequestError(`at most ${most.allFilters} filters`);
  const filters = groups.map((group) => group.map((each) => filterOf(object, each)));
  const wanted = list(body.properties ?? [], 'properties', 100).map(String);
  refuseUnknownProperties(object, wanted);
  const [sort = 'hs_object_id'] = list(body.sorts ?? [], 'sorts', 1).map(String);
  refuseUnknownProperties(object, [sort]);
  const limit = Number(body.limit ?? 10);
  const from = Number(body.after ?? 0);
  if (!(limit >= 1 && limit <= most.perPage))
    throw new RefusedRequestError(`limit is at most ${most.perPage}`);
  if (!(from >= 0) || from + limit > mostResults)
    throw new RefusedRequestError(
      `no results are returned beyond the first ${mostResults} results`,
    );
  const found = records
    .filter(
      (record) =>
        filters.length === 0 || filters.some((group) => group.every((isMeant) => isMeant(record))),
    )
    .map((record) => ({ record, key: comparable(sort, propertyOf(record, sort)) ?? 0 }))
    .sort((one, other) => one.key - other.key)
    .map(({ record }) => record);
  const next =
    from + limit < found.length
      ? { paging: { next: { after: String(from + limit), link: 'https://example.com' } } }
      : {};
  return {
    body: {
      total: found.length,
      results: found.slice(from, from + limit).map((each) => formatRecordAnswer(each, wanted)),
      ...next,
    },
  };
}
