import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type ClientSettings,
  defaultProviderWords,
  getClientSettings,
} from '#shared/core/settings/settings.ts';
import { endpointQuery } from './api.ts';

export const clientSettingsQuery = queryOptions({
  ...endpointQuery(getClientSettings),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the configured provider names, or the default names until the server has answered. */
export function useProviderWords(): Pick<
  ClientSettings,
  'identityProvider' | 'crmProvider' | 'placesProvider'
> {
  const { data } = useQuery(clientSettingsQuery);
  return (
    data ?? {
      identityProvider: defaultProviderWords.identity,
      crmProvider: defaultProviderWords.crm,
      placesProvider: defaultProviderWords.places,
    }
  );
}
