import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { googleTitle } from '#server/core/providers/places/google-client.ts';
import {
  createNppesClient,
  type NppesClient,
  nppesTitle,
} from '#server/core/providers/places/nppes-client.ts';
import type { PlacesProvider } from '#server/core/providers/places.ts';
import { createProviderCallRecorder } from '#server/core/providers/watch/watch.ts';
import type { ExternalPlacesProviderName } from '../schema.ts';
import { centerOfZip, isCityOfState } from '../zip-centers.ts';
import { createGooglePlacesProvider } from './google-places.ts';
import { createCallGuard } from './guarded-calls.ts';
import { createLocalPlacesProvider } from './local-places.ts';
import { createNppesProvider } from './nppes-places.ts';

function createGuard(
  env: Env,
  queries: Queries,
  clock: Clock,
  name: ExternalPlacesProviderName,
  title: string,
) {
  return createCallGuard({
    ...{ name, title, queries, clock },
    timeZone: env.BUSINESS_TIME_ZONE,
    dailyBudget: env.PLACES_DAILY_BUDGET,
    recorder:
      env.PLACES_SEARCH === name ? createProviderCallRecorder(queries, 'places', clock) : null,
  });
}

function createNppes(env: Env, queries: Queries, clock: Clock, deadline?: number) {
  const { guard, budget } = createGuard(env, queries, clock, 'nppes', nppesTitle);
  const client = createNppesClient({
    baseUrl: env.NPPES_BASE_URL,
    ...{ clock, guard, deadline },
    isCity: isCityOfState,
    centerOf: centerOfZip,
  });
  return { client, budget };
}

/**
 * Returns the directory of practices that PLACES_SEARCH names. `deadline` replaces the usual
 * deadline of an external directory, in milliseconds.
 */
export function choosePlacesProvider(
  env: Env,
  queries: Queries,
  clock: Clock,
  deadline?: number,
): PlacesProvider {
  if (env.PLACES_SEARCH === 'google' && env.GOOGLE_PLACES_API_KEY !== undefined) {
    const { guard, budget } = createGuard(env, queries, clock, 'google', googleTitle);
    const baseUrl = env.GOOGLE_PLACES_BASE_URL;
    return createGooglePlacesProvider(
      { apiKey: env.GOOGLE_PLACES_API_KEY, ...{ baseUrl, clock, guard, deadline } },
      queries,
      budget,
    );
  }
  if (env.PLACES_SEARCH === 'nppes') {
    const { client, budget } = createNppes(env, queries, clock, deadline);
    return createNppesProvider(client, env.NPPES_BASE_URL, clock, budget);
  }
  return createLocalPlacesProvider(queries);
}

/**
 * Returns the NPPES client for matching prospects; `null` with the built-in directory, which must not
 * call other servers.
 */
export const chooseNppesClient = (env: Env, queries: Queries, clock: Clock): NppesClient | null =>
  env.PLACES_SEARCH === 'local' ? null : createNppes(env, queries, clock).client;
