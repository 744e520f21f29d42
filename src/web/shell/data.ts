import { queryOptions } from '@tanstack/react-query';
import { getSystemNotices } from '#shared/core/notices.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

export const systemNoticesQuery = queryOptions({
  ...endpointQuery(getSystemNotices),
  refetchInterval: cacheTimes.default,
});
