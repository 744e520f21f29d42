import type { AuditRow } from './queries.ts';

/** Names of the users, customers and jobs that audit entries refer to by ids. */
export interface AuditNames {
  users: ReadonlyMap<string, string>;
  customers: ReadonlyMap<number, string>;
  jobs: ReadonlyMap<string, string>;
}

type Detail = Record<string, unknown>;
const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const customerKeys = new Set(['institutionId', 'institutionIds', 'customers']);

/** Returns the ids of customers in the details of entries. */
export function findCustomerIds(rows: readonly Pick<AuditRow, 'detail'>[]): number[] {
  const found = new Set<number>();
  const collect = (value: unknown, key = ''): void => {
    if (typeof value === 'number' && customerKeys.has(key)) found.add(value);
    else if (Array.isArray(value)) for (const each of value) collect(each, key);
    else if (isRecord(value)) for (const [name, each] of Object.entries(value)) collect(each, name);
  };
  for (const { detail } of rows) collect(detail);
  return [...found];
}

/** Replaces the ids of users, customers and jobs in a detail by their names. */
export function nameIdsInDetail(detail: Detail, names: AuditNames): Detail {
  const named = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return (key === 'job' ? names.jobs.get(value) : names.users.get(value)) ?? value;
    if (typeof value === 'number')
      return customerKeys.has(key) ? (names.customers.get(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((each) => named(each, key));
    return isRecord(value) ? nameIdsInDetail(value, names) : value;
  };
  return Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, named(value, key)]));
}

/** Fields of a detail that name the object of the entry, most specific first. */
const nameKeys = ['name', 'title', 'file', 'summary', 'job'] as const;

/** Returns the name of an entry's object; `null` without a name. `detail` has names for ids. */
export function findObjectName(
  row: Pick<AuditRow, 'object_name' | 'object_type' | 'object_id'>,
  detail: Detail,
  { customers, jobs }: AuditNames,
): string | null {
  if (row.object_name !== null) return row.object_name;
  for (const key of nameKeys) {
    const value = detail[key];
    if (typeof value === 'string') return value;
  }
  if (row.object_type === 'institution') return customers.get(Number(row.object_id)) ?? null;
  return jobs.get(row.object_id) ?? null;
}
