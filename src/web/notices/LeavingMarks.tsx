import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CustomerMarkContext } from '#web/ui/customer-mark.ts';

const LeavingMarksLoader = lazy(async () => ({
  default: (await import('./LeavingMarksLoader.tsx')).LeavingMarksLoader,
}));

const noMark = () => null;

/** Shows the badge of leaving customers beside their names in lists and rows. */
export function LeavingMarks({ children }: { children: ReactNode }) {
  const [markOf, setMarkOf] = useState<(institutionId: number) => ReactNode>(() => noMark);
  return (
    <CustomerMarkContext value={markOf}>
      {children}
      <Suspense>
        <LeavingMarksLoader onLoad={(loaded) => setMarkOf(() => loaded)} />
      </Suspense>
    </CustomerMarkContext>
  );
}
