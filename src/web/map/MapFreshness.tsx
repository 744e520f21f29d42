import { useQuery } from '@tanstack/react-query';
import { benchmarksQuery } from '#web/health/data.ts';
import { FreshnessStrip } from '#web/health/FreshnessStrip.tsx';
import styles from './map.module.css';

/** How old the scores are that colour the pins. */
export function MapFreshness() {
  const { data } = useQuery(benchmarksQuery);
  const weekEnd = data?.freshness.officialWeekEnd;
  if (!weekEnd) return null;
  return (
    <div className={styles.strip}>
      <FreshnessStrip weekEnd={weekEnd} />
    </div>
  );
}
