import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { noticesQuery } from './data.ts';
import { LeavingBadge } from './LeavingBadge.tsx';

interface Properties {
  onLoad: (markOf: (institutionId: number) => ReactNode) => void;
}

/** Loads the notices of all customers, after the page. */
export function LeavingMarksLoader({ onLoad }: Properties) {
  const { data } = useQuery(noticesQuery);
  const report = useEffectEvent(onLoad);
  useEffect(() => {
    const days = new Map(data?.rows.map((notice) => [notice.institutionId, notice.leavesOn]));
    report((institutionId) => {
      const leavesOn = days.get(institutionId);
      return leavesOn === undefined ? null : <LeavingBadge leavesOn={leavesOn} size="sm" />;
    });
  }, [data]);
  return null;
}
