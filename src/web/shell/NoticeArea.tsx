import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { noticesQuery } from './data.ts';

const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));

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
