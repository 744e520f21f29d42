import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';

/** Placeholder while a ticket loads. */
export const PaneSkeleton = () => (
  <LoadingSkeleton label="Loading ticket">
    <SkeletonBlock height={140} />
    <SkeletonBlock height={320} />
  </LoadingSkeleton>
);
