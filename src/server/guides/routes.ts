import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getGuideFigures } from '#shared/metrics/guide-figures.ts';
import { readGuideFigures } from './figures.ts';
import './registry.ts';

export function guidesRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  route(app, getGuideFigures, () => readGuideFigures(dependencies, app.rooms));
}
