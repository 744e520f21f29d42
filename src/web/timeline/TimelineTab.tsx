import { Timeline } from './Timeline.tsx';

export function TimelineTab({ institutionId }: { institutionId: number }) {
  return (
    <div data-guide="timeline">
      <Timeline institutionId={institutionId} />
    </div>
  );
}
