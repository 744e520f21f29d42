import type { FastifyInstance } from 'fastify';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { Dependencies } from './dependencies.ts';
import type { Job } from './jobs/jobs.ts';
import type { Check } from './server-status.ts';

/** What a room brings to the server, said in its room.ts. */
export interface Room {
  routes?: readonly ((app: FastifyInstance, dependencies: Dependencies) => void)[];
  jobs?: readonly Job[];
  schedules?: readonly Schedule[];
  /** Checks of /healthz in addition to the core's checks. */
  checks?: readonly Check[];
}
