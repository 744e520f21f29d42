import { useQuery } from '@tanstack/react-query';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { freshnessQuery } from '#web/scoring/freshness.ts';
import styles from './map.module.css';

export function MapFreshness() {
  const { data } = useQuery(freshnessQuery);
  const weekEnd = data?.officialWeekEnd;
  if (!weekEnd) return null;
  return (
    <div className={styles.strip}>
      <FreshnessStrip weekEnd={weekEnd} />
    </div>
  );
}
