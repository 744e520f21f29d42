import { queryOptions } from '@tanstack/react-query';
import { getIntegrations } from '#shared/admin/integrations.ts';
import { getAccountSessions, getAccounts, getAdministrators } from '#shared/admin/people.ts';
import { getRewriteExample } from '#shared/assistant/rewrite.ts';
import { endpointQuery } from '#web/core/api.ts';

export const userAccountsQuery = queryOptions({
  ...endpointQuery(getAccounts),
  meta: { dependsOnWork: true },
});
export const userSessionsQuery = (userId: string) =>
  endpointQuery(getAccountSessions, { params: { userId } });
export const administratorsQuery = queryOptions(endpointQuery(getAdministrators));
export const integrationsQuery = queryOptions({
  ...endpointQuery(getIntegrations),
  select: ({ rows }) => rows,
  staleTime: 0,
});
export const modelMessagesExampleQuery = endpointQuery(getRewriteExample);
