import type { LocationActivity } from '#shared/health/usage.ts';
import { activityLooks } from './activity.ts';

export function LocationActivityLabel({ activity }: { activity: LocationActivity }) {
  const { word, mark, color } = activityLooks[activity];
  return (
    <span style={{ color, fontWeight: 550, whiteSpace: 'nowrap' }}>
      <span aria-hidden style={{ fontSize: '0.75em' }}>
        {mark}
      </span>{' '}
      {word}
    </span>
  );
}
