import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import { nppesTitle } from '#server/core/providers/places/nppes-client.ts';
import { findMergedProspects } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';
import { exitCriteriaOf } from '#shared/prospects/exit-criteria.ts';
import type { ProspectActivity, ProspectFact, ProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { findConversion } from '../conversion/queries.ts';
import { conversionUndoDeadline } from '../conversion/rules.ts';
import { findDealDetails } from '../deals/queries.ts';
import { phoneKeyOf } from '../duplicates/key-rules.ts';
import { factValues, type ProspectListContext, scorePartsOf } from '../list/list-rules.ts';
import type { ProspectRecord } from '../list/record-queries.ts';
import { type ProspectRows, prospectRowsReader } from '../list/rows.ts';
import { findUndoableMerge } from '../merged-queries.ts';
import { findUserNames } from '../sales-rules-queries.ts';
import { describeProspectChange } from './activity-rules.ts';
import {
  type ActivityRow,
  type EnteredFact,
  findEnteredFacts,
  findProspectActivity,
  findProspectOfPlace,
  findSuppressions,
  type SuppressionRow,
} from './profile-queries.ts';

const idKey = /^prospect-([1-9]\d{0,14})$/;

/** Returns the row and the record of the prospect with this key; `undefined` for an unknown key. */
export async function findProspectByKey(
  dependencies: Dependencies,
  key: string,
): Promise<
  | {
      prospect: ListedProspect;
      record: ProspectRecord;
      context: ProspectListContext;
      all: ProspectRows;
      /**
       * Name of the merged prospect that has the key; `undefined` for a key of the prospect itself.
       */
      mergedName: string | undefined;
    }
  | undefined
> {
  const idText = idKey.exec(key)?.[1];
  const queries = dependencies.database.foreground;
  const keyId =
    (await findProspectOfPlace(queries, key)) ??
    (idText === undefined ? undefined : Number(idText));
  if (keyId === undefined) return undefined;
  const [merged] = await findMergedProspects(queries, [keyId]);
  const prospectId = merged?.keptId ?? keyId;
  const all = await prospectRowsReader(dependencies)();
  const { rows, positions, records, context } = all;
  const prospect = rows[positions.get(prospectId) ?? -1];
  const record = records.get(prospectId);
  if (prospect === undefined || record === undefined) return undefined;
  return { prospect, record, context, all, mergedName: merged?.name };
}

/** Returns a prospect's profile; `undefined` when no prospect has the key. */
export async function readProspectProfile(
  dependencies: Dependencies,
  key: string,
): Promise<ProspectProfile | undefined> {
  const { database, env, places, crm } = dependencies;
  const queries = database.foreground;
  const found = await findProspectByKey(dependencies, key);
  if (found === undefined) return undefined;
  const { prospect, record, context, all, mergedName } = found;
  const { rows, positions } = all;
  const { prospectId } = prospect;
  const merge = await findUndoableMerge(queries, prospectId);
  const entered = await findEnteredFacts(queries, prospectId);
  const activity = await findProspectActivity(queries, prospectId);
  const suppressions =
    prospect.doNotContact === null
      ? []
      : await findSuppressions(queries, prospectId, phoneKeyOf(prospect.phone));
  const checklist = exitCriteriaOf(context.sales.exitCriteria, prospect.stage);
  const names = await findUserNames(queries, tickAuthors(record));
  const deal = prospect.deal && (await findDealDetails(queries, prospect.deal.dealKey));
  return {
    prospect,
    conversion: await readConversion(queries, prospectId),
    facts: prospectFactFields.map((field) =>
      describeFact(field, record, entered, env.BUSINESS_TIME_ZONE),
    ),
    scoreParts: scorePartsOf(record, context),
    scoreVersion: context.sales.scoreVersion,
    checklist: checklist.map(({ id, text }) => {
      const tick = record.metCriteria?.[id];
      return {
        criterionId: id,
        text,
        met:
          tick === undefined
            ? null
            : { by: names.get(tick.userId) ?? 'A former user', at: tick.at },
      };
    }),
    suppressions: suppressions.map(({ reason, by, at, prospectId: of }) => {
      const other = of === prospectId ? undefined : rows[positions.get(of ?? 0) ?? -1];
      return {
        reason,
        by,
        at: at.toISOString(),
        of: other === undefined ? null : { name: other.name, key: prospectKeyOf(other) },
      };
    }),
    alsoSuppressed: alsoSuppressed(prospect, suppressions, all),
    isPlaceIdOnly: record.directory === 'google',
    hasLiveFacts: record.directory === 'google' && places.name === 'google',
    canMatchNppes: env.PLACES_SEARCH !== 'local',
    canCreateDeal: crm.deals !== null,
    dealAddress: dealAddressOf(env, deal?.dealId ?? null),
    dealProblem: deal?.problem ?? null,
    ...(mergedName === undefined ? {} : { mergedName }),
    activity: describeActivity(activity, merge?.merge_id),
  };
}

/**
 * Returns the texts of notes and changes. A change that two prospects had in common before their
 * merge is returned once.
 */
function describeActivity(
  rows: readonly ActivityRow[],
  undoableMergeId: string | undefined,
): ProspectActivity[] {
  const entries = rows.map(({ at, by, note, change, before, ownerName, changeId }) => ({
    at: at.toISOString(),
    by,
    text: note ?? describeProspectChange(change ?? {}, before ?? {}, ownerName),
    isNote: note !== null,
    ...(changeId !== null && changeId === undoableMergeId ? { mergeId: changeId } : {}),
  }));
  const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()];
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

const dealAddressOf = ({ HUBSPOT_PORTAL_ID }: Env, dealId: number | null): string | null =>
  dealId === null || HUBSPOT_PORTAL_ID === undefined
    ? null
    : `https://app.hubspot.com/contacts/${HUBSPOT_PORTAL_ID}/record/0-3/${dealId}`;

const tickAuthors = ({ metCriteria }: ProspectRecord): string[] => [
  ...new Set(Object.values(metCriteria ?? {}).map(({ userId }) => userId)),
];

/** Returns the names of other prospects that can be contacted again when the suppressions are lifted. */
function alsoSuppressed(
  { prospectId }: ListedProspect,
  suppressions: readonly SuppressionRow[],
  { rows, positions, duplicates, records }: ProspectRows,
): string[] {
  const suppressed = suppressions.flatMap(({ prospectId: of }) => of ?? []);
  const covered = suppressions
    .flatMap(({ phoneDigits }) =>
      phoneDigits === null ? [] : [...duplicates.index.sharing('phone', phoneDigits)],
    )
    .filter((id) => records.get(id)?.doNotContact === null);
  return [...new Set([...suppressed, ...covered])]
    .flatMap((id) => rows[positions.get(id) ?? -1] ?? [])
    .filter((row) => row.prospectId !== prospectId && row.doNotContact !== null)
    .map(({ name }) => name);
}

export function describeFact(
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
    source: describeSource(record, own),
    checkedOn: dayIn(timeZone, own?.checkedAt ?? record.importedAt ?? record.createdAt),
    isEntered: own !== undefined && own.takenFrom === null,
  };
}

const describeSource = ({ directory, source }: ProspectRecord, own: EnteredFact | undefined) =>
  (own === undefined ? directory === 'nppes' : own.source === 'nppes')
    ? nppesTitle
    : (own?.takenFrom ?? own?.by ?? source);
