import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { lockAssignees } from '#server/team/reassign/queries.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { insertTaskForCustomers } from '#server/work/tasks/tasks-queries.ts';
import { findCurrentWorkingTime } from '#server/work/working-time/working-time-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import {
  type ConversionRequest,
  goLiveProblem,
  type postConversion,
} from '#shared/prospects/conversion.ts';
import { salesSettingsSchema } from '#shared/prospects/sales-settings.ts';
import { closingScoreReader } from '../changes/closing-scores.ts';
import {
  findSavedChange,
  insertProspectChange,
  lockProspects,
  updateProspectWork,
} from '../changes/queries.ts';
import { openCriteriaBefore } from '../changes/rules.ts';
import { type ConversionContext, createCustomer, linkCustomer } from './customer.ts';
import { lockCustomers } from './new-customer-queries.ts';
import {
  findConversion,
  findConvertibleProspect,
  findHandoverNotes,
  findStageBefore,
  insertConversion,
} from './queries.ts';
import {
  addWorkingDays,
  handoverDetails,
  handoverTitle,
  handoverWorkingDays,
  productNames,
} from './rules.ts';
import { findCreatedRows, type LinkedRows, type NewCustomerRows } from './undo-queries.ts';

type ConversionResult = ResponseOf<typeof postConversion>;

/**
 * Converts a prospect to a customer in one transaction. A repeated request returns the first
 * result. Throws a 409 error when the prospect changed, or when a customer that the user has not
 * seen may be the same practice.
 */
export async function convertProspect(
  dependencies: Dependencies,
  prospectId: number,
  request: ConversionRequest,
  userId: string,
): Promise<ConversionResult> {
  const { database, clock, env, crm } = dependencies;
  const { conversionId, customer } = request;
  const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
  const problem = customer.kind === 'new' ? goLiveProblem(customer.goLiveOn, today) : undefined;
  if (problem !== undefined) throw unprocessable(`customer.goLiveOn: ${problem}`);
  const scores = await closingScoreReader(dependencies)([prospectId]);
  return database.foreground.transaction().execute(async (transaction) => {
    await lockCustomers(transaction);
    const [locked] = await lockProspects(transaction, [prospectId]);
    const prospect = await findConvertibleProspect(transaction, prospectId);
    if (locked === undefined || prospect === undefined) throw notFound('This prospect');
    const earlier = await findConversion(transaction, prospectId);
    if (earlier?.conversionId === conversionId) {
      if (!isDeepStrictEqual(earlier.request, request))
        throw conflict('Another conversion already used this id. Reload the page and try again.');
      return resultOf(conversionId, earlier, locked.version);
    }
    if (earlier !== undefined)
      throw conflict(`${locked.name} is already the customer ${earlier.institutionName}.`);
    if ((await findSavedChange(transaction, prospectId, conversionId)) !== undefined)
      throw conflict('This conversion was undone. Reload the page to convert the prospect again.');
    if (locked.version !== request.version) throw changedMeanwhile(locked.name);
    const [owner] = await lockAssignees(transaction, [request.ownerId]);
    if (owner === undefined)
      throw unprocessable('ownerId: must be an active user. Choose someone else.');
    const context = { prospect, request, owner, userId, at: clock(), today };
    const before = await findStageBefore(transaction, prospectId);
    const created =
      customer.kind === 'new'
        ? await createCustomer(transaction, context, customer, !crm.isSynchronized)
        : await linkCustomer(transaction, context, customer.institutionId);
    const { institutionId, institutionName } = created;
    const taskId = await addHandoverTask(
      transaction,
      context,
      institutionId,
      env.BUSINESS_TIME_ZONE,
    );
    await writeWonEvent(transaction, context, institutionId);
    const isNew = customer.kind === 'new';
    const rows: NewCustomerRows | LinkedRows = isNew
      ? {
          kind: 'new',
          tables: await findCreatedRows(transaction, institutionId),
          crmOwnerId: created.crmOwnerId,
        }
      : { kind: 'linked', entitlements: created.products, validFrom: today, taskId };
    const conversion = {
      prospectId,
      institutionId,
      request,
      isNew,
      before,
      created: rows,
      userId,
      at: context.at,
    };
    await insertConversion(transaction, conversion);
    await updateProspectWork(
      transaction,
      locked,
      { ...locked, stage: 'Won', lostReason: null },
      context.at,
    );
    const { exitCriteria } = await readNewestSettings(transaction, salesSettingsSchema);
    await insertProspectChange(transaction, {
      prospectId,
      changeId: conversionId,
      userId,
      at: context.at,
      change: { action: 'convert', institutionId, institutionName, isNew },
      before: {
        stage: locked.stage,
        ...openCriteriaBefore(locked, 'Won', exitCriteria),
        ...scores.get(prospectId),
      },
    });
    await invalidatePracticeList(transaction);
    return resultOf(conversionId, created, locked.version + 1);
  });
}

const resultOf = (
  conversionId: string,
  { institutionId, institutionName }: { institutionId: number; institutionName: string },
  version: number,
): ConversionResult => ({ conversionId, institutionId, institutionName, version });

async function addHandoverTask(
  transaction: Queries,
  { prospect, request, owner, userId, at, today }: ConversionContext,
  institutionId: number,
  timeZone: string,
): Promise<string> {
  const taskId = randomUUID();
  const notes = await findHandoverNotes(transaction, prospect.prospectId);
  const { settings } = await findCurrentWorkingTime(transaction, timeZone);
  const title = handoverTitle(prospect.name);
  const dueOn = addWorkingDays(settings, today, handoverWorkingDays);
  await insertTaskForCustomers(transaction, [institutionId], {
    taskId,
    title,
    details: handoverDetails(prospect, request, notes, timeZone),
    dueOn,
    assignee: { id: owner.id, name: owner.name },
    status: 'open',
    snoozedUntil: null,
    userId,
    at,
  });
  const detail = { title, assignee: owner.name, due: dueOn };
  await writeWorkEvents(
    transaction,
    [{ institutionId, kind: 'task', event: 'created', subjectId: taskId, detail }],
    userId,
    at,
  );
  return taskId;
}

const writeWonEvent = (
  transaction: Queries,
  { prospect, request, userId, at }: ConversionContext,
  institutionId: number,
) =>
  writeWorkEvents(
    transaction,
    [
      {
        institutionId,
        kind: 'milestone',
        event: 'converted',
        subjectId: null,
        detail: {
          title: prospect.name,
          key: prospectKeyOf(prospect),
          products: request.products.length === 0 ? null : productNames(request.products),
        },
      },
    ],
    userId,
    at,
  );
