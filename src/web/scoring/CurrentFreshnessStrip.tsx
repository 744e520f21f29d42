import { useQuery } from '@tanstack/react-query';
import { FreshnessStrip } from './FreshnessStrip.tsx';
import { freshnessQuery } from './freshness.ts';

/** Freshness of the latest official week, for pages that show no week of their own. */
export function CurrentFreshnessStrip() {
  const { data, error } = useQuery(freshnessQuery);
  return (
    <FreshnessStrip
      weekEnd={data?.officialWeekEnd ?? undefined}
      isUnavailable={error !== null || data?.officialWeekEnd === null}
    />
  );
}
