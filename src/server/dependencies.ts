import type { FastifyBaseLogger } from 'fastify';
import type { ClockGuard } from './core/clock/guard.ts';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { Jobs } from './jobs.ts';
import type { CrmProvider } from './providers/crm.ts';
import type { IdentityProvider } from './providers/identity.ts';
import type { PlacesProvider } from './providers/places.ts';

export type Clock = () => Date;

/** Everything the routes and jobs need, made once at start; tests replace only providers and the clock. */
export interface Dependencies {
  env: Env;
  database: Database;
  clock: Clock;
  clockGuard: ClockGuard;
  identity: IdentityProvider;
  crm: CrmProvider;
  places: PlacesProvider;
  jobs: Jobs;
  log: FastifyBaseLogger;
}
