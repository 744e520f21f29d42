import { queryOptions } from '@tanstack/react-query';
import { getNotices } from '#shared/core/notices.ts';
import { cacheTimes, call } from '#web/api.ts';

export const noticesQuery = queryOptions({
  queryKey: [getNotices.path],
  queryFn: ({ signal }) => call(getNotices, { signal }),
  refetchInterval: cacheTimes.default,
});
