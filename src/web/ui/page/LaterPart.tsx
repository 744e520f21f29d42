import { type ReactNode, Suspense } from 'react';
import { Waiting, WaitingPart } from './Waiting.tsx';

/** A part of a page whose code comes after the page's own, with its place kept meanwhile. */
export function LaterPart({ label, height, children }: { label: string; height: number; children: ReactNode }) {
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
