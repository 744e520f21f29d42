import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from '../data.ts';
import { Notices } from './Notices.tsx';

/** Operational notices above every page. */
export function NoticeArea() {
  const { data } = useQuery(noticesQuery);
  return data === undefined || data.rows.length === 0 ? null : <Notices notices={data.rows} />;
}
