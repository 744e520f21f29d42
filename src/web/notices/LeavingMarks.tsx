import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { CustomerMarkContext } from '#web/ui/customer-mark.ts';
import { noticesQuery } from './data.ts';
import { LeavingBadge } from './LeavingBadge.tsx';

/** Shows the badge of leaving customers beside their names in lists and rows. */
export function LeavingMarks({ children }: { children: ReactNode }) {
  const { data } = useQuery(noticesQuery);
  const markOf = useMemo(() => {
    const days = new Map(data?.rows.map((notice) => [notice.institutionId, notice.leavesOn]));
    return (institutionId: number) => {
      const leavesOn = days.get(institutionId);
      return leavesOn === undefined ? null : <LeavingBadge leavesOn={leavesOn} size="sm" />;
    };
  }, [data]);
  return <CustomerMarkContext value={markOf}>{children}</CustomerMarkContext>;
}
