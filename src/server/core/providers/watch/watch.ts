import type { Queries } from '#server/core/db/database.ts';
import type { Clock } from '#server/core/dependencies.ts';
import type { ProviderName } from '#shared/core/provider-names.ts';
import { type IdentityProvider, IdentityUnavailable } from '../identity.ts';
import { keepAnswer, keepFailure } from './queries.ts';

/** Writes down how a provider answers, for administrators. */
export interface Watch {
  answered(milliseconds: number): Promise<void>;
  /** `error` is for people to read, without secrets and customers' data. */
  failed(error: string): Promise<void>;
}

/** An answer after an answer is worth a row only so often. */
const answersEvery = 10_000;

/** What cannot be written down is told to nobody: the call itself has gone through, or failed with its own reason. */
export function watchProvider(queries: Queries, provider: ProviderName, clock: Clock): Watch {
  let keptAt = Number.NEGATIVE_INFINITY;
  const quietly = (write: Promise<void>) =>
    write.catch(() => {
      keptAt = Number.NEGATIVE_INFINITY;
    });
  return {
    async answered(milliseconds) {
      const now = clock();
      if (now.getTime() - keptAt < answersEvery) return;
      keptAt = now.getTime();
      await quietly(keepAnswer(queries, provider, now, milliseconds));
    },
    async failed(error) {
      keptAt = Number.NEGATIVE_INFINITY;
      await quietly(keepFailure(queries, provider, clock(), error));
    },
  };
}

/** Makes a call and writes down how it went; what fails without an outage says nothing of the provider, since it may have been refused before it was asked. */
export async function watched<Answer>(watch: Watch, call: () => Promise<Answer>, isOutage: (error: unknown) => boolean): Promise<Answer> {
  const began = performance.now();
  try {
    const answer = await call();
    await watch.answered(performance.now() - began);
    return answer;
  } catch (error) {
    if (isOutage(error)) await watch.failed(error instanceof Error ? error.message : 'It does not answer.');
    throw error;
  }
}

const isIdentityOutage = (error: unknown): boolean => error instanceof IdentityUnavailable;

export function watchedIdentity(provider: IdentityProvider, watch: Watch): IdentityProvider {
  const through = <Answer>(call: () => Promise<Answer>) => watched(watch, call, isIdentityOutage);
  return {
    ...provider,
    // Asks the provider itself only the first time, so that it tells of outages alone.
    begin: () => watched({ ...watch, answered: async () => undefined }, () => provider.begin(), isIdentityOutage),
    finish: (query, expected) => through(() => provider.finish(query, expected)),
    probe: () => through(() => provider.probe()),
  };
}
