import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getNotices } from '#shared/core/notices.ts';
import { cacheTimes, call } from '#web/api.ts';

const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));

export const noticesQuery = queryOptions({
  queryKey: [getNotices.path],
  queryFn: ({ signal }) => call(getNotices, { signal }),
  refetchInterval: cacheTimes.default,
});

/** What everyone should know of the running product, above every page; fetched when there is something to say. */
export function NoticeArea() {
  const { data } = useQuery(noticesQuery);
  if (data === undefined || data.notices.length === 0) return null;
  return (
    <Suspense>
      <Notices notices={data.notices} />
    </Suspense>
  );
}
