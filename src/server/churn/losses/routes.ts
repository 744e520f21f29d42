import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { institutionNotFound } from '#server/institutions/existence.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { lossColumns } from '#shared/churn/losses/columns.ts';
import {
  exportLosses,
  getLossDefaults,
  getLosses,
  type Loss,
  patchLoss,
  postLoss,
  postLossWithdrawal,
} from '#shared/churn/losses/losses.ts';
import { getLostRenewals } from '#shared/churn/losses/lost-renewals.ts';
import { dayIn } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { createLossListReader } from './list.ts';
import { findLostRenewals } from './lost-renewals-queries.ts';
import {
  findActiveNotice,
  findGoLive,
  findLossDefaults,
  findLossRows,
  type GoLiveRow,
  insertLoss,
  updateDepartures,
  updateLoss,
  withdrawLoss,
} from './queries.ts';
import { requireValidNotice, toLoss } from './rules.ts';

export function lossRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env, crm, log } = dependencies;
  const { foreground } = database;
  const list = createLossListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getLosses, list);

  route(app, getLostRenewals, async () => ({
    rows: await findLostRenewals(foreground, today(), env.BUSINESS_TIME_ZONE),
  }));

  csvRoute(app, exportLosses, lossColumns, async () => ({
    rows: (await list()).answer.rows,
    fileName: `losses-${today()}`,
  }));

  route(app, getLossDefaults, async ({ params: { id } }) => {
    const found = await findLossDefaults(foreground, id, today());
    if (found === undefined) throw institutionNotFound();
    return found;
  });

  route(app, postLoss, async ({ params: { id }, body: { lossId, ...facts }, user }) => {
    requireValidNotice(facts, await began(foreground, id), today());
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      if (
        await insertLoss(transaction, { ...facts, institutionId: id, lossId, userId: user.id, at })
      ) {
        await updateDepartures(transaction, today(), at, id);
        return;
      }
      const active = await findActiveNotice(transaction, id);
      if (active?.loss_id !== lossId)
        throw conflict(
          active === undefined
            ? 'This loss was already entered and withdrawn. Enter a new one.'
            : `The customer already has an active notice of ${dayInWords(active.noticed_on)}. Edit or withdraw that notice first.`,
        );
    });
    return findLoss(id, lossId);
  });

  route(app, patchLoss, async ({ params: { id, lossId }, body: { version, ...facts }, user }) => {
    requireValidNotice(facts, await began(foreground, id), today());
    const before = await findLoss(id, lossId);
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      requireChanged(
        await updateLoss(transaction, { institutionId: id, lossId, version }, facts),
        before,
      );
      await updateDepartures(transaction, today(), at, id);
      await writeAudit(transaction, {
        at,
        actor: user.id,
        action: 'loss.change',
        objectType: 'loss',
        objectId: `${id}/${lossId}`,
      });
    });
    return findLoss(id, lossId);
  });

  route(
    app,
    postLossWithdrawal,
    async ({ params: { id, lossId }, body: { version, reason }, user }) => {
      const before = await findLoss(id, lossId);
      const at = clock();
      await foreground.transaction().execute(async (transaction) => {
        requireChanged(
          await withdrawLoss(
            transaction,
            { institutionId: id, lossId, version },
            { userId: user.id, reason, at },
          ),
          before,
        );
        await updateDepartures(transaction, today(), at, id);
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: 'loss.take_back',
          objectType: 'loss',
          objectId: `${id}/${lossId}`,
        });
      });
      return findLoss(id, lossId);
    },
  );

  async function findLoss(institutionId: number, lossId: string): Promise<Loss> {
    const [row] = await findLossRows(foreground, lossId);
    if (row?.institution_id !== institutionId) throw notFound('This loss');
    const owners = await answerUnlessCrmDown(log, () => crm.dealOwners([institutionId]));
    return toLoss(
      row,
      owners?.get(String(institutionId))?.ownerName ?? null,
      env.BUSINESS_TIME_ZONE,
    );
  }
}

async function began(queries: Queries, institutionId: number): Promise<GoLiveRow> {
  const found = await findGoLive(queries, institutionId);
  if (found === undefined) throw institutionNotFound();
  return found;
}

function requireChanged(became: 'changed' | 'stale' | 'name taken', before: Loss): void {
  if (became === 'changed') return;
  throw before.takenBack === null
    ? changedMeanwhile('This loss')
    : conflict('This loss was withdrawn. Enter a new one if the customer leaves after all.');
}
