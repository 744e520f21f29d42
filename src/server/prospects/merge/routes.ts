import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findMergedProspects } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { getProspectGroup } from '#shared/prospects/group.ts';
import {
  getProspectPair,
  postProspectMerge,
  postProspectMergeUndo,
} from '#shared/prospects/merge.ts';
import { prospectRowsReader } from '../list/rows.ts';
import { compareProspects } from './compare.ts';
import { readProspectGroup } from './group.ts';
import { mergeProspects, undoProspectMerge } from './merge.ts';

export function prospectMergeRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;

  route(app, getProspectPair, ({ params }) =>
    compareProspects(dependencies, params.one, params.other),
  );

  route(app, getProspectGroup, ({ params }) => readProspectGroup(dependencies, params.prospectId));

  route(app, postProspectMerge, async ({ body, user }) => {
    const at = clock();
    await database.foreground.transaction().execute((transaction) =>
      mergeProspects(transaction, body, {
        userId: user.id,
        at,
        today: dayIn(env.BUSINESS_TIME_ZONE, at),
      }),
    );
    const { mergeId, kept } = body;
    const [merged] = await findMergedProspects(database.foreground, [kept.prospectId]);
    const { rows, positions } = await prospectRowsReader(dependencies)();
    const row = rows[positions.get(merged?.keptId ?? kept.prospectId) ?? -1];
    if (row === undefined) throw notFound('This prospect');
    return { mergeId, prospectId: row.prospectId, key: prospectKeyOf(row), name: row.name };
  });

  route(app, postProspectMergeUndo, ({ params, user }) =>
    database.foreground.transaction().execute(async (transaction) => ({
      retained: await undoProspectMerge(transaction, params.mergeId, {
        userId: user.id,
        at: clock(),
      }),
    })),
  );
}
