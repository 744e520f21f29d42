import { z } from 'zod';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { isCrmStale } from '#server/core/providers/crm.ts';
import { HubspotError } from '#server/core/providers/hubspot/client.ts';
import { readBucketCallCapacities } from '#server/core/providers/hubspot/quota-queries.ts';
import { IdentityUnavailable } from '#server/core/providers/identity.ts';
import { LanguageModelUnavailable } from '#server/core/providers/language-model.ts';
import { PlacesUnavailable } from '#server/core/providers/places.ts';
import { lastProviderCalls } from '#server/core/providers/watch/queries.ts';
import {
  createProviderCallRecorder,
  makeRecordedCall,
} from '#server/core/providers/watch/watch.ts';
import { createHubspotClient } from '#server/crm/choose-crm.ts';
import type { Integration } from '#shared/admin/integrations.ts';
import { type ProviderKind, providerKinds } from '#shared/core/provider-names.ts';

type Facts = Pick<
  Integration,
  'mode' | 'isElsewhere' | 'isOff' | 'copies' | 'trouble' | 'quotas' | 'budget'
>;

const own = 'Built-in data';
const nothingMore = { isOff: false, copies: null, trouble: null, quotas: [], budget: null };

async function crmFacts({ env, crm, database, clock }: Dependencies): Promise<Facts> {
  if (createHubspotClient(env, database.foreground, clock) === undefined)
    return { mode: own, isElsewhere: false, ...nothingMore };
  const [asOf, now] = [await crm.asOf(), clock()];
  return {
    mode: 'HubSpot',
    isElsewhere: true,
    isOff: false,
    copies: { asOf: asOf?.toISOString() ?? null, isStale: isCrmStale(crm, asOf, now) },
    trouble: crm.trouble()?.says ?? null,
    quotas: await readBucketCallCapacities(database.foreground, now),
    budget: null,
  };
}

const factsOf: Record<ProviderKind, (dependencies: Dependencies) => Promise<Facts>> = {
  identity: async ({ env, identity }) => ({
    mode:
      env.OIDC_ISSUER === undefined
        ? 'Demo users'
        : `${env.IDENTITY_PROVIDER}, ${new URL(env.OIDC_ISSUER).host}`,
    isElsewhere: env.OIDC_ISSUER !== undefined,
    ...nothingMore,
    trouble: identity.isDown() ? 'The provider did not respond to the last sign-in.' : null,
  }),
  crm: crmFacts,
  places: async ({ places }) => ({
    mode: places.host === null ? own : `${places.title}, ${places.host}`,
    isElsewhere: places.host !== null,
    ...nothingMore,
    budget: await places.budget(),
  }),
  llm: async ({ llm }) => ({
    mode: llm === null ? 'None' : `${llm.model}, ${llm.host}`,
    isElsewhere: llm !== null,
    ...nothingMore,
    isOff: llm === null,
  }),
};

export async function listIntegrations(dependencies: Dependencies): Promise<Integration[]> {
  const calls = new Map(
    (await lastProviderCalls(dependencies.database.foreground)).map((call) => [
      call.provider,
      call,
    ]),
  );
  const rows: Integration[] = [];
  for (const provider of providerKinds) {
    const call = calls.get(provider);
    rows.push({
      provider,
      ...(await factsOf[provider](dependencies)),
      answeredAt: call?.answered_at?.toISOString() ?? null,
      milliseconds: call?.milliseconds ?? null,
      failedAt: call?.failed_at?.toISOString() ?? null,
      error: call?.error ?? null,
    });
  }
  return rows;
}

const anything = z.unknown();

/** Smallest request to each provider that proves that the provider answers. */
const asking: Record<ProviderKind, (dependencies: Dependencies) => Promise<unknown>> = {
  identity: ({ identity }) => identity.probe(),
  crm: ({ env, crm, database, clock }) => {
    const hubspot = createHubspotClient(env, database.foreground, clock);
    return hubspot === undefined
      ? crm.dealOwners([1])
      : hubspot.hurried.get(hubspot.paths.owners, { limit: '1' }, anything);
  },
  places: ({ places }) => places.probe(),
  llm: ({ llm }) => {
    if (llm === null) throw unprocessable('No language model is configured.');
    return llm.complete(
      [{ role: 'user', content: 'Reply with OK.' }],
      new AbortController().signal,
    );
  },
};

/**
 * Returns `true` for an error of the provider, which is shown. Any other error is an internal
 * error.
 */
const isRefusal = (error: unknown): error is Error =>
  error instanceof HubspotError ||
  error instanceof IdentityUnavailable ||
  error instanceof LanguageModelUnavailable ||
  error instanceof PlacesUnavailable;

/** Tests a provider. Returns the response time, or the error. */
export async function testProvider(
  dependencies: Dependencies,
  provider: ProviderKind,
): Promise<{ milliseconds: number; error: string | null }> {
  const { database, clock } = dependencies;
  const began = performance.now();
  const took = () => Math.round((performance.now() - began) * 10) / 10;
  const { isElsewhere } = await factsOf[provider](dependencies);
  const ask = () => asking[provider](dependencies);
  try {
    await (isElsewhere
      ? ask()
      : makeRecordedCall(
          createProviderCallRecorder(database.foreground, provider, clock),
          ask,
          isRefusal,
        ));
    return { milliseconds: took(), error: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { milliseconds: took(), error: error.message };
  }
}
