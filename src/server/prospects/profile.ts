import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { dayIn } from '#shared/core/dates.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';
import type { ProspectFact, ProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { describeProspectChange } from './activity-rules.ts';
import { findConversion } from './conversion-queries.ts';
import { conversionUndoDeadline } from './conversion-rules.ts';
import { factValues, type ProspectListContext, scorePartsOf } from './list-rules.ts';
import {
  type EnteredFact,
  findEnteredFacts,
  findProspectActivity,
  findProspectOfPlace,
} from './profile-queries.ts';
import type { ProspectRecord } from './record-queries.ts';
import { prospectRowsReader } from './rows.ts';

const idKey = /^prospect-([1-9]\d{0,14})$/;

/** Returns the row and the record of the prospect with this key; `undefined` for an unknown key. */
export async function findProspectByKey(
  dependencies: Dependencies,
  key: string,
): Promise<
  { prospect: ListedProspect; record: ProspectRecord; context: ProspectListContext } | undefined
> {
  const idText = idKey.exec(key)?.[1];
  const prospectId =
    (await findProspectOfPlace(dependencies.database.foreground, key)) ??
    (idText === undefined ? undefined : Number(idText));
  if (prospectId === undefined) return undefined;
  const { rows, positions, records, context } = await prospectRowsReader(dependencies)();
  const prospect = rows[positions.get(prospectId) ?? -1];
  const record = records.get(prospectId);
  return prospect === undefined || record === undefined ? undefined : { prospect, record, context };
}

/** Returns a prospect's profile; `undefined` when no prospect has the key. */
export async function readProspectProfile(
  dependencies: Dependencies,
  key: string,
): Promise<ProspectProfile | undefined> {
  const { database, env } = dependencies;
  const queries = database.foreground;
  const found = await findProspectByKey(dependencies, key);
  if (found === undefined) return undefined;
  const { prospect, record, context } = found;
  const { prospectId } = prospect;
  const entered = await findEnteredFacts(queries, prospectId);
  const activity = await findProspectActivity(queries, prospectId);
  return {
    prospect,
    conversion: await readConversion(queries, prospectId),
    facts: prospectFactFields.map((field) =>
      describeFact(field, record, entered, env.BUSINESS_TIME_ZONE),
    ),
    scoreParts: scorePartsOf(record, context),
    activity: activity.map(({ at, by, note, change, before, ownerName }) => ({
      at: at.toISOString(),
      by,
      text: note ?? describeProspectChange(change ?? {}, before ?? {}, ownerName),
      isNote: note !== null,
    })),
  };
}

async function readConversion(
  queries: Queries,
  prospectId: number,
): Promise<ProspectProfile['conversion']> {
  const found = await findConversion(queries, prospectId);
  if (found === undefined) return null;
  const { conversionId, institutionId, institutionName, isNew, by, at } = found;
  const undoableUntil = conversionUndoDeadline(at).toISOString();
  return {
    conversionId,
    institutionId,
    institutionName,
    isNew,
    by,
    at: at.toISOString(),
    undoableUntil,
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
