import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import {
  getLossReview,
  getMissedSignals,
  getSignalBackTest,
  type LossReview,
  type MissedSignal,
  postLossReview,
} from '#shared/churn/losses/review.ts';
import { parseSignal } from '#shared/churn/patterns/signals.ts';
import { dayIn } from '#shared/core/dates.ts';
import { findLossRows, type LossRow, lossesCacheVersion } from './queries.ts';
import {
  backtestSignal,
  countMissedSignals,
  findFeaturesBeforeNotice,
  findReview,
  type ReviewRow,
  saveReview,
} from './review-queries.ts';

/** Maximum number of missed signals that are listed, because each signal needs a query. */
const mostCandidates = 20;

export function reviewRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const candidates = createRecentAnswerCache<MissedSignal[]>(1);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  route(app, getLossReview, async ({ params: { id, lossId } }) => {
    const { noticed_on: noticedOn } = await requireLoss(id, lossId);
    return {
      ...(await answer(id, lossId)),
      known: await findFeaturesBeforeNotice(foreground, id, noticedOn),
    };
  });

  route(app, postLossReview, async ({ params: { id, lossId }, body, user }) => {
    await requireLoss(id, lossId);
    await foreground.transaction().execute(async (transaction) => {
      if (
        !(await saveReview(transaction, {
          ...body,
          institutionId: id,
          lossId,
          userId: user.id,
          at: clock(),
        }))
      )
        throw changedMeanwhile('This review');
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'loss.retro',
        objectType: 'loss',
        objectId: `${id}/${lossId}`,
      });
    });
    return answer(id, lossId);
  });

  route(app, getSignalBackTest, ({ query: { without, ...signal } }) =>
    backtestSignal(foreground, signal, [without], today()),
  );

  route(app, getMissedSignals, async () => ({
    rows: await candidates(`${today()} ${await lossesCacheVersion(foreground)}`, async () => {
      const rows: MissedSignal[] = [];
      for (const { institution_ids: from, ...missed } of await countMissedSignals(
        foreground,
        mostCandidates,
      )) {
        const signal = parseSignal(
          missed.missed_feature,
          missed.missed_comparison,
          missed.missed_value,
        );
        if (signal !== undefined)
          rows.push({
            signal,
            lookBacks: from.length,
            backTest: await backtestSignal(foreground, signal, from, today()),
          });
      }
      return rows;
    }),
  }));

  async function requireLoss(institutionId: number, lossId: string): Promise<LossRow> {
    const [row] = await findLossRows(foreground, lossId);
    if (row?.institution_id !== institutionId) throw notFound('This loss');
    return row;
  }

  async function answer(
    institutionId: number,
    lossId: string,
  ): Promise<{ retro: LossReview | null }> {
    const row = await findReview(foreground, institutionId, lossId);
    return { retro: row === undefined ? null : toLossReview(row) };
  }
}

/** Returns the review; `null` when its signal uses a feature that no longer exists. */
function toLossReview(row: ReviewRow): LossReview | null {
  const missed = parseSignal(row.missed_feature, row.missed_comparison, row.missed_value);
  if (missed === undefined) return null;
  return {
    didWell: row.did_well,
    signalsSeen: row.signals_seen,
    missed,
    changes: row.changes,
    learning: row.learning,
    by: row.done_by,
    at: row.done_at.toISOString(),
    version: row.version,
  };
}
