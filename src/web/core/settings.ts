import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type ClientSettings,
  defaultProviderPathNames,
  getClientSettings,
} from '#shared/core/settings/settings.ts';
import { endpointQuery } from './api.ts';

export const clientSettingsQuery = queryOptions({
  ...endpointQuery(getClientSettings),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the configured provider names, or the default names until the server has answered. */
export function useProviderNames(): Pick<
  ClientSettings,
  'identityProvider' | 'crmProvider' | 'placesProvider'
> {
  const { data } = useQuery(clientSettingsQuery);
  return (
    data ?? {
      identityProvider: defaultProviderPathNames.identity,
      crmProvider: defaultProviderPathNames.crm,
      placesProvider: defaultProviderPathNames.places,
    }
  );
}
