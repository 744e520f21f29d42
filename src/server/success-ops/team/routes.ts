import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getTeam } from '#shared/success-ops/team/team.ts';
import { teamOf } from './team.ts';

export const teamRoutes = (app: FastifyInstance, dependencies: Dependencies): void => route(app, getTeam, () => teamOf(dependencies));
