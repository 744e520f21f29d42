import { queryOptions } from '@tanstack/react-query';
import { getUnanswered } from '#shared/assistant/unanswered.ts';
import { endpointQuery } from '#web/core/api.ts';

export const unansweredQuery = queryOptions({ ...endpointQuery(getUnanswered), staleTime: 0 });
