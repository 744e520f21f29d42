import type { Dependencies } from '#server/core/dependencies.ts';
import { dayIn } from '#shared/core/dates.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';
import {
  type NearCustomer,
  nearCustomerSchema,
  type ProspectFact,
  type ProspectProfile,
} from '#shared/prospects/profile.ts';
import { describeProspectChange } from './activity-rules.ts';
import type { CustomerIndex } from './customer-index.ts';
import { factValues, scorePartsOf } from './list-rules.ts';
import {
  type EnteredFact,
  findEnteredFacts,
  findProspectActivity,
  findProspectOfPlace,
} from './profile-queries.ts';
import type { ProspectRecord } from './record-queries.ts';
import { prospectRowsReader } from './rows.ts';

/** Number of near customers on a profile. */
const nearCustomerCount = 3;

const idKey = /^prospect-([1-9]\d{0,14})$/;

/** Returns a prospect's profile; `undefined` when no prospect has the key. */
export async function readProspectProfile(
  dependencies: Dependencies,
  key: string,
): Promise<ProspectProfile | undefined> {
  const { database, env } = dependencies;
  const queries = database.foreground;
  const idText = idKey.exec(key)?.[1];
  const prospectId =
    (await findProspectOfPlace(queries, key)) ??
    (idText === undefined ? undefined : Number(idText));
  if (prospectId === undefined) return undefined;
  const { rows, positions, records, context } = await prospectRowsReader(dependencies)();
  const prospect = rows[positions.get(prospectId) ?? -1];
  const record = records.get(prospectId);
  if (prospect === undefined || record === undefined) return undefined;
  const entered = await findEnteredFacts(queries, prospectId);
  const activity = await findProspectActivity(queries, prospectId);
  return {
    prospect,
    facts: prospectFactFields.map((field) =>
      describeFact(field, record, entered, env.BUSINESS_TIME_ZONE),
    ),
    scoreParts: scorePartsOf(record, context),
    nearCustomers: nearHealthyCustomers(record, context.customers),
    activity: activity.map(({ at, by, note, change, before, ownerName }) => ({
      at: at.toISOString(),
      by,
      text: note ?? describeProspectChange(change ?? {}, before ?? {}, ownerName),
      isNote: note !== null,
    })),
  };
}

function describeFact(
  field: ProspectFactField,
  record: ProspectRecord,
  entered: readonly EnteredFact[],
  timeZone: string,
): ProspectFact {
  const own = entered.find((fact) => fact.field === field);
  const value = factValues(record)[field] ?? null;
  return {
    field,
    value: value === '' ? null : value,
    source: own?.by ?? record.source,
    checkedOn: dayIn(timeZone, own?.checkedAt ?? record.createdAt),
    isEntered: own !== undefined,
  };
}

function nearHealthyCustomers(
  { latitude, longitude }: ProspectRecord,
  customers: CustomerIndex,
): NearCustomer[] {
  if (latitude === null || longitude === null) return [];
  return customers
    .findNearestHealthy(longitude, latitude, nearCustomerCount)
    .map(({ practice, miles }) => nearCustomerSchema.parse({ ...practice, miles }));
}
