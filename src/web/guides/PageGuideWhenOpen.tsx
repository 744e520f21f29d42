import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { PageGuideContext } from './page-guide.ts';
import { useGuideOpenState } from './use-guide-open-state.ts';

const GuideDialog = lazy(async () => ({
  default: (await import('./GuideDialog.tsx')).GuideDialog,
}));

/** Renders the page's guide while it is open. */
export function PageGuideWhenOpen() {
  const guide = use(PageGuideContext);
  const { data: user } = useQuery(userQuery);
  const { isOpen, close } = useGuideOpenState();
  if (!guide || !user || !isOpen) return null;
  return (
    <Suspense>
      <GuideDialog guide={guide} onClose={close} />
    </Suspense>
  );
}
