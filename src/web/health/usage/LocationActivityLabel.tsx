import type { LocationActivity } from '#shared/health/usage.ts';
import { locationActivityStyles } from './activity.ts';

export function LocationActivityLabel({ activity }: { activity: LocationActivity }) {
  const { word, mark, color } = locationActivityStyles[activity];
  return (
    <span style={{ color, fontWeight: 550, whiteSpace: 'nowrap' }}>
      <span aria-hidden style={{ fontSize: '0.75em' }}>
        {mark}
      </span>{' '}
      {word}
    </span>
  );
}
