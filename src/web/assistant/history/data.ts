import { queryOptions } from '@tanstack/react-query';
import { getConversations } from '#shared/assistant/conversations.ts';
import { endpointQuery } from '#web/core/api.ts';

export const conversationsQuery = queryOptions({
  ...endpointQuery(getConversations),
  select: ({ rows }) => rows,
  staleTime: 0,
});
