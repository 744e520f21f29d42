import { type ReactNode, Suspense } from 'react';
import { LoadingSkeleton, SkeletonBlock } from './LoadingSkeleton.tsx';

/** Lazily loaded part of a page. A placeholder of the same height is shown while it loads. */
export function LazyPart({
  label,
  height,
  children,
}: {
  label: string;
  height: number;
  children: ReactNode;
}) {
  return (
    <Suspense
      fallback={
        <LoadingSkeleton label={label}>
          <SkeletonBlock height={height} />
        </LoadingSkeleton>
      }
    >
      {children}
    </Suspense>
  );
}
