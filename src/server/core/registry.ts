import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Schedule } from '#shared/core/jobs/schedules.ts';
import type { Dependencies } from './dependencies.ts';
import type { Env } from './env/env.ts';
import type { Job } from './jobs/job.ts';
import type { RunStatusCheck } from './status/server-status.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All rooms of the product, including the rooms whose routes this process does not serve. */
    rooms: readonly Room[];
  }
}

/** Contributions of a room to the server, exported by its `room.ts`. */
export interface Room {
  routes?: readonly ((app: FastifyInstance, dependencies: Dependencies) => void)[];
  jobs?: readonly Job[];
  schedules?: readonly Schedule[];
  /**
   * Settings that administrators change, with their form in `settings.tsx` of the room's web folder.
   * Each field has a default, so that a new field needs no migration.
   */
  settings?: readonly z.ZodObject[];
  /** Settings whose value comes from the environment, by key. */
  environmentSettings?: (env: Env) => Readonly<Record<string, EnvironmentVariableOverride>>;
  /** Checks of /healthz in addition to the core's checks. */
  checks?: readonly RunStatusCheck[];
  /**
   * Paths under /api that answer without a session, as route patterns. All other paths under /api
   * answer a caller without a session with a 401.
   */
  publicPaths?: readonly string[];
  /**
   * Paths that change state and authenticate each request by themselves, for example by a
   * signature. The same-origin rule does not apply to them.
   */
  ownProofPaths?: readonly string[];
  /**
   * Content type of the body by path, for bodies that are not JSON. Only types for which browsers
   * send a preflight request across origins are safe here.
   */
  bodyTypes?: Readonly<Record<string, string>>;
}

export interface EnvironmentVariableOverride {
  /** Name of the variable. */
  variable: string;
  /**
   * Value of the variable, which takes precedence over the saved value; `undefined` when not set.
   */
  value?: string | readonly string[] | undefined;
  /** Value in force while neither the variable nor the setting is set. */
  whileUnset?: string;
}
