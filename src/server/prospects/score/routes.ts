import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getScoreBackTest } from '#shared/prospects/score/back-test.ts';
import { postScorePreview } from '#shared/prospects/score/preview.ts';
import { prospectRowsReader } from '../list/rows.ts';
import { previewScores } from './preview.ts';
import { findClosings } from './queries.ts';
import { summarizeClosings } from './rules.ts';

export function prospectScoreRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, env } = dependencies;
  const prospects = prospectRowsReader(dependencies);

  route(app, getScoreBackTest, async () =>
    summarizeClosings(await findClosings(database.foreground), env.BUSINESS_TIME_ZONE),
  );
  route(app, postScorePreview, async ({ body }) => previewScores(await prospects(), body));
}
