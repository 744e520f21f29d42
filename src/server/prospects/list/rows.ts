import type { Dependencies } from '#server/core/dependencies.ts';
import { practiceListReader } from '#server/institutions/practice-list.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { moveColumnFacts } from '#shared/list/column-facts.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { buildCustomerIndex, type CustomerIndex } from '../customer-index.ts';
import { CustomerKeys } from '../duplicates/customer-keys.ts';
import { phoneKeyOf } from '../duplicates/key-rules.ts';
import { ProspectDuplicates } from '../duplicates/prospect-duplicates.ts';
import { findLeavingCustomers } from '../leaving-customers-queries.ts';
import { readSalesRules } from '../sales-rules.ts';
import { forEachInSlices } from '../slices.ts';
import { medianRatingsByState, type ProspectListContext, toListedProspect } from './list-rules.ts';
import {
  findProspectRecords,
  findProspectsChangedAfter,
  findSuppressedPhones,
  type ProspectRecord,
  type ProspectVersion,
  readProspectVersion,
  type SuppressedPhone,
} from './record-queries.ts';
import { changedPhones, suppressByPhone } from './suppressed-phones.ts';

/** Maximum number of changed prospects to read individually. Beyond it, all prospects are read again. */
const mostChangedProspects = 1_000;

/**
 * All prospects as rows of the list. Changed rows are replaced, new rows are added at the end, and
 * the other rows stay in their order.
 */
export interface ProspectRows {
  rows: readonly ListedProspect[];
  /** Position of each prospect in `rows`. */
  positions: Map<number, number>;
  records: Map<number, ProspectRecord>;
  context: ProspectListContext;
  duplicates: ProspectDuplicates;
}

interface State extends ProspectRows {
  version: ProspectVersion;
  today: Day;
  customersId: number;
  /** Suppressions in force by digits of the phone number. */
  suppressedPhones: ReadonlyMap<string, SuppressedPhone>;
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

  const indexCustomers = async (all: readonly Practice[]) =>
    buildCustomerIndex(all, await findLeavingCustomers(queries));
  const readSuppressedPhones = async () =>
    new Map((await findSuppressedPhones(queries)).map((phone) => [phone.phoneDigits, phone]));

  async function readAll(
    customersId: number,
    customers: CustomerIndex,
    customerKeys: CustomerKeys,
  ): Promise<State> {
    const version = await readProspectVersion(queries);
    const today = dayIn(timeZone, clock());
    const records = await findProspectRecords(queries, null, today);
    const medianRatings = medianRatingsByState(records);
    const sales = await readSalesRules(queries);
    const suppressedPhones = await readSuppressedPhones();
    const context = { customers, sales, timeZone, today, medianRatings };
    const rows: ListedProspect[] = [];
    await forEachInSlices(records, (record) => rows.push(toListedProspect(record, context)));
    const positions = positionsOf(rows);
    const duplicates = new ProspectDuplicates(customerKeys);
    const former = state?.duplicates;
    await forEachInSlices(rows, (row) => duplicates.set(row, former));
    await forEachInSlices(rows.entries(), ([at, row]) => {
      rows[at] = duplicates.mark(row, (id) => rows[positions.get(id) ?? -1]);
    });
    const read: State = {
      version,
      today,
      customersId,
      context,
      records: new Map(records.map((record) => [record.prospectId, record])),
      rows,
      positions,
      duplicates,
      suppressedPhones,
    };
    for (const phone of suppressedPhones.keys()) suppressByPhone(rows, phone, read);
    return read;
  }

  async function readChanged(known: State, version: ProspectVersion): Promise<State> {
    const { context, duplicates } = known;
    const ids = await findProspectsChangedAfter(queries, known.version.prospects);
    if (ids.length > mostChangedProspects)
      return readAll(known.customersId, context.customers, duplicates.customers);
    const records = await findProspectRecords(queries, ids, context.today);
    const suppressedPhones =
      version.suppressions === known.version.suppressions
        ? known.suppressedPhones
        : await readSuppressedPhones();
    // No query follows, so that a failed query leaves the known state unchanged.
    const { rows, positions, removed } = withoutMissing(known, ids, records);
    const changed = new Set<number>();
    const affected = new Set<number>();
    for (const id of removed) duplicates.remove(id, affected);
    for (const record of records) {
      const row = toListedProspect(record, context);
      const at = positions.get(record.prospectId) ?? rows.length;
      duplicates.replace(row, affected);
      rows[at] = row;
      positions.set(record.prospectId, at);
      known.records.set(record.prospectId, record);
      changed.add(at);
    }
    for (const id of affected) {
      const at = positions.get(id) ?? -1;
      const row = rows[at];
      if (row === undefined) continue;
      const marked = duplicates.mark(row, (other) => rows[positions.get(other) ?? -1]);
      if (marked === row) continue;
      rows[at] = marked;
      changed.add(at);
    }
    const phones = new Set(changedPhones(known.suppressedPhones, suppressedPhones));
    for (const at of changed) phones.add(phoneKeyOf(rows[at]?.phone ?? null) ?? '');
    // A suppression shows the name of its prospect, whose own phone number can be another by now.
    const changedIds = new Set<number | null>(ids);
    for (const [phone, { prospectId }] of suppressedPhones)
      if (changedIds.has(prospectId)) phones.add(phone);
    const next = { ...known, version, rows, positions, suppressedPhones };
    for (const phone of phones)
      for (const at of suppressByPhone(rows, phone, next)) changed.add(at);
    moveColumnFacts(
      prospectColumns,
      known.rows,
      rows,
      [...changed],
      new Set(removed.map((id) => known.positions.get(id) ?? -1)),
    );
    return next;
  }

  async function read(): Promise<State> {
    const { id, answer } = await practices();
    const version = await readProspectVersion(queries);
    const today = dayIn(timeZone, clock());
    if (
      state === undefined ||
      state.today !== today ||
      state.version.others !== version.others ||
      state.version.settings !== version.settings
    )
      state = await readAll(
        id,
        await indexCustomers(answer.practices),
        await CustomerKeys.build(answer.practices),
      );
    else if (state.version.prospects !== version.prospects)
      state = await readChanged(state, version);
    if (state.customersId !== id && !isRescoring) {
      isRescoring = true;
      rescore()
        .catch((error: unknown) => log.error({ err: error }, 'rescoring prospects failed'))
        .finally(() => {
          isRescoring = false;
        });
    }
    return state;
  }

  async function rescore(): Promise<void> {
    const { id, answer } = await practices();
    const customers = await indexCustomers(answer.practices);
    const next = await readAll(id, customers, await CustomerKeys.build(answer.practices));
    // Prospects that changed while the rows were computed are read again by the next request.
    state = next;
  }

  // Reads run one after another. `rescore` can set an older version, which the next read updates.
  return () => {
    const next = reading.then(read, read);
    reading = next;
    return next;
  };
}

const positionsOf = (rows: readonly ListedProspect[]): Map<number, number> =>
  new Map(rows.map(({ prospectId }, at) => [prospectId, at]));

/**
 * Returns a copy of the rows, and the positions, without the changed prospects that no longer have a
 * record, and removes these prospects from the records. Without such a prospect, the positions are the
 * known map.
 */
function withoutMissing(
  known: State,
  changedIds: readonly number[],
  found: readonly ProspectRecord[],
): { rows: ListedProspect[]; positions: Map<number, number>; removed: readonly number[] } {
  const present = new Set(found.map(({ prospectId }) => prospectId));
  const removed = changedIds.filter((id) => !present.has(id) && known.positions.has(id));
  if (removed.length === 0)
    return { rows: known.rows.slice(), positions: known.positions, removed };
  for (const id of removed) known.records.delete(id);
  const gone = new Set(removed);
  const rows = known.rows.filter(({ prospectId }) => !gone.has(prospectId));
  return { rows, positions: positionsOf(rows), removed };
}
