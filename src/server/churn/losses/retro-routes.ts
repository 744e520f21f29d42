import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { featureKeys, getBackTest, getRetro, postRetro, type Retro } from '#shared/churn/losses/retro.ts';
import { dayIn } from '#shared/core/dates.ts';
import { lossRows } from './queries.ts';
import { backTest, keepRetro, type RetroRow, retroRow } from './retro-queries.ts';

export function retroRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;

  route(app, getRetro, async ({ params: { id, lossId } }) => {
    await requireLoss(id, lossId);
    return answer(id, lossId);
  });

  route(app, postRetro, async ({ params: { id, lossId }, body, user }) => {
    await requireLoss(id, lossId);
    await foreground.transaction().execute(async (transaction) => {
      if (!(await keepRetro(transaction, { ...body, institutionId: id, lossId, userId: user.id, at: clock() })))
        throw changedMeanwhile('This look-back');
      await writeAudit(transaction, { at: clock(), actor: user.id, action: 'loss.retro', objectType: 'loss', objectId: `${id}/${lossId}` });
    });
    return answer(id, lossId);
  });

  route(app, getBackTest, ({ query: { without, ...signal } }) =>
    backTest(foreground, signal, without, dayIn(env.BUSINESS_TIME_ZONE, clock())),
  );

  async function requireLoss(institutionId: number, lossId: string): Promise<void> {
    const [row] = await lossRows(foreground, lossId);
    if (row?.institution_id !== institutionId) throw notFound('This loss');
  }

  async function answer(institutionId: number, lossId: string): Promise<{ retro: Retro | null }> {
    const row = await retroRow(foreground, institutionId, lossId);
    return { retro: row === undefined ? null : retroOf(row) };
  }
}

/** null where it names a feature that is no more. */
function retroOf(row: RetroRow): Retro | null {
  const feature = featureKeys.find((key) => key === row.missed_feature);
  if (feature === undefined) return null;
  return {
    didWell: row.did_well,
    signalsSeen: row.signals_seen,
    missed: { feature, comparison: row.missed_comparison, value: row.missed_value },
    changes: row.changes,
    learning: row.learning,
    by: row.done_by,
    at: row.done_at.toISOString(),
    version: row.version,
  };
}
