import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock/clock.ts';
import type { ClockGuard } from './clock/guard.ts';
import type { Database } from './db/database.ts';
import type { Env } from './env/env.ts';
import type { JobQueue } from './job-requests.ts';
import type { CrmProvider } from './providers/crm.ts';
import type { IdentityProvider } from './providers/identity.ts';
import type { LanguageModel } from './providers/language-model.ts';
import type { PlacesProvider } from './providers/places.ts';

/**
 * Services for all routes and jobs, created once at the start. Tests replace only the providers and
 * the clock.
 */
export interface Dependencies {
  env: Env;
  database: Database;
  clock: Clock;
  clockGuard: ClockGuard;
  identity: IdentityProvider;
  crm: CrmProvider;
  places: PlacesProvider;
  /** `null` without a configured language model. */
  llm: LanguageModel | null;
  jobs: JobQueue;
  log: FastifyBaseLogger;
}
