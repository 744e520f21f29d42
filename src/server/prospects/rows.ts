import { setImmediate } from 'node:timers/promises';
import type { Dependencies } from '#server/core/dependencies.ts';
import { practiceListReader } from '#server/institutions/practice-list.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { defaultProspectScoreWeights } from '#shared/prospects/score.ts';
import { buildCustomerIndex, type CustomerIndex, phoneDigitsOf } from './customer-index.ts';
import { medianRatingsByState, type ProspectListContext, toListedProspect } from './list-rules.ts';
import {
  findProspectRecords,
  findProspectsChangedAfter,
  type ProspectRecord,
  type ProspectVersion,
  readProspectVersion,
} from './record-queries.ts';

/** Largest number of changed prospects that are read one by one instead of reading all again. */
const mostChangedProspects = 1_000;
/** Milliseconds of work on rows before other requests get a turn. */
const sliceMs = 10;

/** All prospects as rows of the list, in the order of their ids. */
export interface ProspectRows {
  rows: readonly ListedProspect[];
  records: ReadonlyMap<number, ProspectRecord>;
  context: ProspectListContext;
}

interface State extends ProspectRows {
  version: ProspectVersion;
  today: Day;
  customersId: number;
}

const readers = new WeakMap<Dependencies, () => Promise<ProspectRows>>();

/** Returns the server's reader of the rows of prospects, which is the same for all callers. */
export function prospectRowsReader(dependencies: Dependencies): () => Promise<ProspectRows> {
  const reader = readers.get(dependencies) ?? createReader(dependencies);
  readers.set(dependencies, reader);
  return reader;
}

/**
 * Returns a function that reads the rows. After a change of prospects, it reads only the changed
 * prospects again. After a change of customers, it returns the previous rows until the distances and
 * scores are computed again.
 */
function createReader(dependencies: Dependencies): () => Promise<ProspectRows> {
  const { database, clock, env, log } = dependencies;
  const queries = database.foreground;
  const practices = practiceListReader(dependencies);
  const timeZone = env.BUSINESS_TIME_ZONE;
  let state: State | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let isRescoring = false;

  async function readAll(customersId: number, customers: CustomerIndex): Promise<State> {
    const version = await readProspectVersion(queries);
    const records = await findProspectRecords(queries, null);
    const today = dayIn(timeZone, clock());
    const medianRatings = medianRatingsByState(records);
    const context = {
      customers,
      weights: defaultProspectScoreWeights,
      timeZone,
      today,
      medianRatings,
    };
    return {
      version,
      today,
      customersId,
      context,
      records: new Map(records.map((record) => [record.prospectId, record])),
      rows: nameDuplicates(await toRows(records, context), customers),
    };
  }

  async function readChanged(known: State, version: ProspectVersion): Promise<State> {
    const changed = await findProspectsChangedAfter(queries, known.version.prospects);
    if (changed.length > mostChangedProspects)
      return readAll(known.customersId, known.context.customers);
    const found = await findProspectRecords(queries, changed);
    const records = new Map(known.records);
    for (const id of changed) records.delete(id);
    for (const record of found) records.set(record.prospectId, record);
    const isChanged = new Set(changed);
    const rows = [
      ...known.rows.filter(({ prospectId }) => !isChanged.has(prospectId)),
      ...found.map((record) => toListedProspect(record, known.context)),
    ].sort((one, other) => one.prospectId - other.prospectId);
    return { ...known, version, records, rows: nameDuplicates(rows, known.context.customers) };
  }

  async function read(): Promise<State> {
    const { id, answer } = await practices();
    const version = await readProspectVersion(queries);
    const today = dayIn(timeZone, clock());
    if (state === undefined || state.today !== today || state.version.people !== version.people)
      state = await readAll(id, buildCustomerIndex(answer.practices));
    else if (state.version.prospects !== version.prospects)
      state = await readChanged(state, version);
    if (state.customersId !== id && !isRescoring) {
      isRescoring = true;
      rescore()
        .catch((error: unknown) => log.error({ err: error }, 'scores of prospects failed'))
        .finally(() => {
          isRescoring = false;
        });
    }
    return state;
  }

  async function rescore(): Promise<void> {
    const { id, answer } = await practices();
    const customers = buildCustomerIndex(answer.practices);
    const next = await readAll(id, customers);
    // Prospects that changed while the rows were computed are read again by the next request.
    state = next;
  }

  // Reads one after the other, so that an older version never replaces a newer one.
  return () => {
    const next = reading.then(read, read);
    reading = next;
    return next;
  };
}

async function toRows(
  records: readonly ProspectRecord[],
  context: ProspectListContext,
): Promise<ListedProspect[]> {
  const rows: ListedProspect[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const record of records) {
    rows.push(toListedProspect(record, context));
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + sliceMs;
  }
  return rows;
}

/**
 * Names in each row the customer, or the first other prospect, with the same phone number. Rows
 * whose note does not change stay the same objects.
 */
function nameDuplicates(
  rows: readonly ListedProspect[],
  { customerByPhone }: CustomerIndex,
): ListedProspect[] {
  const byPhone = new Map<string, ListedProspect[]>();
  const digits = rows.map(({ phone }) => phoneDigitsOf(phone));
  for (const [at, row] of rows.entries()) {
    const phone = digits[at];
    if (phone == null) continue;
    const same = byPhone.get(phone);
    if (same === undefined) byPhone.set(phone, [row]);
    else same.push(row);
  }
  return rows.map((row, at) => {
    const phone = digits[at];
    const other =
      phone == null
        ? null
        : (customerByPhone.get(phone) ??
          byPhone.get(phone)?.find(({ prospectId }) => prospectId !== row.prospectId)?.name ??
          null);
    return other === row.duplicateOf ? row : { ...row, duplicateOf: other };
  });
}
