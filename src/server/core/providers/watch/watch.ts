import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { ProviderKind } from '#shared/core/provider-names.ts';
import { type IdentityProvider, IdentityUnavailable } from '../identity.ts';
import { saveAnsweredCall, saveFailedCall } from './queries.ts';

/** Records the outcome of a provider's calls for admins. */
export interface ProviderCallRecorder {
  answered(milliseconds: number): Promise<void>;
  /**
   * Records a failure. `error` is shown to users and must contain neither secrets nor customer
   * data.
   */
  failed(error: string): Promise<void>;
}

/** Minimum milliseconds between two recorded answers. */
const answersEvery = 10_000;

/**
 * Creates the recorder of a provider's calls. A failure to record is ignored, because the call
 * itself already succeeded or failed.
 */
export function createProviderCallRecorder(
  queries: Queries,
  provider: ProviderKind,
  clock: Clock,
): ProviderCallRecorder {
  let savedAt = Number.NEGATIVE_INFINITY;
  const ignoreErrors = (write: Promise<void>) =>
    write.catch(() => {
      savedAt = Number.NEGATIVE_INFINITY;
    });
  return {
    async answered(milliseconds) {
      const now = clock();
      if (now.getTime() - savedAt < answersEvery) return;
      savedAt = now.getTime();
      await ignoreErrors(saveAnsweredCall(queries, provider, now, milliseconds));
    },
    async failed(error) {
      savedAt = Number.NEGATIVE_INFINITY;
      await ignoreErrors(saveFailedCall(queries, provider, clock(), error));
    },
  };
}

/**
 * Makes a call and records its outcome. An error is recorded only if it is an outage, because other
 * errors may occur before the call reaches the provider.
 */
export async function makeRecordedCall<Answer>(
  watch: ProviderCallRecorder,
  call: () => Promise<Answer>,
  isOutage: (error: unknown) => boolean,
): Promise<Answer> {
  const began = performance.now();
  try {
    const answer = await call();
    await watch.answered(performance.now() - began);
    return answer;
  } catch (error) {
    if (isOutage(error))
      await watch.failed(error instanceof Error ? error.message : 'It does not answer.');
    throw error;
  }
}

const isIdentityOutage = (error: unknown): boolean => error instanceof IdentityUnavailable;

export function withRecordedIdentityCalls(
  provider: IdentityProvider,
  watch: ProviderCallRecorder,
): IdentityProvider {
  const through = <Answer>(call: () => Promise<Answer>) =>
    makeRecordedCall(watch, call, isIdentityOutage);
  return {
    ...provider,
    // Only the first `begin` calls the provider; later calls use its cached metadata. A success
    // therefore does not show that the provider is available, and only outages are recorded.
    begin: () =>
      makeRecordedCall(
        { ...watch, answered: async () => undefined },
        () => provider.begin(),
        isIdentityOutage,
      ),
    finish: (query, expected) => through(() => provider.finish(query, expected)),
    probe: () => through(() => provider.probe()),
  };
}
