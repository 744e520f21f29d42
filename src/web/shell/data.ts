import { queryOptions } from '@tanstack/react-query';
import { getNotices } from '#shared/core/notices.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

export const noticesQuery = queryOptions({
  ...endpointQuery(getNotices),
  refetchInterval: cacheTimes.default,
});
