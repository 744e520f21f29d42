import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { workListReaders } from './lists.ts';

export function listsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { cases, summaries } = workListReaders(dependencies);
  versionCheckedListRoute(app, getRiskCases, cases);
  versionCheckedListRoute(app, getInstitutionWorkSummaries, summaries);
}
