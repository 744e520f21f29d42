import { queryOptions } from '@tanstack/react-query';
import { getApiKeys } from '#shared/imports/api-keys.ts';
import { endpointQuery } from '#web/core/api.ts';

export const apiKeysQuery = queryOptions({
  ...endpointQuery(getApiKeys),
  select: ({ rows }) => rows,
});
