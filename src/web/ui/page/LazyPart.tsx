import { type ReactNode, Suspense } from 'react';
import { Waiting, WaitingPart } from './Waiting.tsx';

/** Lazily loaded part of a page, with a placeholder of its height while loading. */
export function LazyPart({ label, height, children }: { label: string; height: number; children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Waiting label={label}>
          <WaitingPart height={height} />
        </Waiting>
      }
    >
      {children}
    </Suspense>
  );
}
