import { type ReactNode, Suspense } from 'react';
import { LoadingSkeleton, SkeletonBlock } from './LoadingSkeleton.tsx';

/** Lazily loaded part of a page, with a placeholder of its height while loading. */
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
