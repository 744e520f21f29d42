import { setImmediate } from 'node:timers/promises';
import type { Dependencies } from '#server/core/dependencies.ts';
import { practiceListReader } from '#server/institutions/practice-list.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import { reuseColumnFacts } from '#shared/list/column-facts.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
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

/** Maximum number of changed prospects for which only they are read again, and not all. */
const mostChangedProspects = 1_000;
/** Milliseconds of work on rows before other requests get a turn. */
const sliceMs = 10;

/** All prospects as rows of the list. Rows are replaced or added at the end, but never moved. */
export interface ProspectRows {
  rows: readonly ListedProspect[];
  /** Position of each prospect in `rows`. */
  positions: Map<number, number>;
  records: Map<number, ProspectRecord>;
  context: ProspectListContext;
}

interface State extends ProspectRows {
  version: ProspectVersion;
  today: Day;
  customersId: number;
  /** Positions of the rows with a phone number, by its digits. */
  positionsByPhone: Map<string, Set<number>>;
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
    const rows = await toRows(records, context);
    const positionsByPhone = new Map<string, Set<number>>();
    for (const [at, row] of rows.entries()) addPhone(positionsByPhone, row, at);
    for (const positions of positionsByPhone.values())
      nameDuplicates(rows, positions, context.customers);
    return {
      version,
      today,
      customersId,
      context,
      records: new Map(records.map((record) => [record.prospectId, record])),
      rows,
      positions: new Map(rows.map(({ prospectId }, at) => [prospectId, at])),
      positionsByPhone,
    };
  }

  async function readChanged(known: State, version: ProspectVersion): Promise<State> {
    const ids = await findProspectsChangedAfter(queries, known.version.prospects);
    if (ids.length > mostChangedProspects)
      return readAll(known.customersId, known.context.customers);
    const { context, positions, positionsByPhone, records } = known;
    const rows = known.rows.slice();
    const changed = new Set<number>();
    const phones = new Set<string>();
    for (const record of await findProspectRecords(queries, ids)) {
      const row = toListedProspect(record, context);
      const at = positions.get(record.prospectId) ?? rows.length;
      const before = rows[at];
      if (before !== undefined) phones.add(removePhone(positionsByPhone, before, at));
      phones.add(addPhone(positionsByPhone, row, at));
      rows[at] = row;
      positions.set(record.prospectId, at);
      records.set(record.prospectId, record);
      changed.add(at);
    }
    for (const phone of phones)
      for (const at of nameDuplicates(rows, positionsByPhone.get(phone) ?? [], context.customers))
        changed.add(at);
    reuseColumnFacts(prospectColumns, known.rows, rows, [...changed]);
    return { ...known, version, rows };
  }

  async function read(): Promise<State> {
    const { id, answer } = await practices();
    const version = await readProspectVersion(queries);
    const today = dayIn(timeZone, clock());
    if (state === undefined || state.today !== today || state.version.others !== version.others)
      state = await readAll(id, buildCustomerIndex(answer.practices));
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
    const customers = buildCustomerIndex(answer.practices);
    const next = await readAll(id, customers);
    // Prospects that changed while the rows were computed are read again by the next request.
    state = next;
  }

  // Reads run one after the other. `rescore` can set an older version, which the next read catches
  // up.
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

/** Adds a row to the index of phone numbers. Returns the digits; '' without a phone number. */
function addPhone(
  positionsByPhone: Map<string, Set<number>>,
  { phone }: ListedProspect,
  at: number,
): string {
  const digits = phoneDigitsOf(phone);
  if (digits === null) return '';
  const positions = positionsByPhone.get(digits) ?? new Set();
  positionsByPhone.set(digits, positions.add(at));
  return digits;
}

/** Removes a row from the index of phone numbers. Returns the digits; '' without a phone number. */
function removePhone(
  positionsByPhone: Map<string, Set<number>>,
  { phone }: ListedProspect,
  at: number,
): string {
  const digits = phoneDigitsOf(phone) ?? '';
  positionsByPhone.get(digits)?.delete(at);
  return digits;
}

/**
 * Sets `duplicateOf` of the rows at the positions, which have the same phone number. Returns the
 * positions of the changed rows.
 */
function nameDuplicates(
  rows: ListedProspect[],
  positions: Iterable<number>,
  { customerByPhone }: CustomerIndex,
): number[] {
  const same = [...positions];
  const replaced: number[] = [];
  for (const at of same) {
    const row = rows[at];
    if (row === undefined) continue;
    const customer = customerByPhone.get(phoneDigitsOf(row.phone) ?? '');
    const other = same.find((each) => each !== at);
    const duplicateOf = customer ?? (other === undefined ? null : (rows[other]?.name ?? null));
    if (duplicateOf === row.duplicateOf) continue;
    rows[at] = { ...row, duplicateOf };
    replaced.push(at);
  }
  return replaced;
}
