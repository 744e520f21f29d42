import { useQuery } from '@tanstack/react-query';
import { systemNoticesQuery } from '../data.ts';
import { SystemNotices } from './SystemNotices.tsx';

/** Operational notices above every page. */
export function SystemNoticeArea() {
  const { data } = useQuery(systemNoticesQuery);
  return <SystemNotices notices={data?.rows ?? []} />;
}
