import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { loadCode } from '#web/core/load-code.ts';
import { GuideButton } from '#web/guides/GuideButton.tsx';
import { PageGuideWhenOpen } from '#web/guides/PageGuideWhenOpen.tsx';
import { PageGuideContext } from '#web/guides/page-guide.ts';
import { LeavingMarks } from '#web/notices/LeavingMarks.tsx';
import { PageTitleButtonContext } from '#web/ui/page/page-title-button.ts';
import { ServerAwayNotice } from './crash/ServerAwayNotice.tsx';
import { ModalsProvider, preloadInstitutionDialog } from './modals.tsx';
import { FloatingNavigation } from './navigation/FloatingNavigation.tsx';
import { findPage, hidesNavigation } from './page.ts';
import { RequireSession } from './RequireSession.tsx';
import classes from './Shell.module.css';

const NoticeArea = lazy(() =>
  loadCode(async () => ({
    default: (await import('./notices/SystemNoticeArea.tsx')).SystemNoticeArea,
  })),
);

const guideButton = <GuideButton />;

/** Frame around every page. */
export function Shell() {
  const { pathname } = useLocation();
  const page = findPage(pathname);
  useEffect(() => {
    document.title = `${page.title} · Chairside`;
  }, [page]);
  useEffect(() => (page.isPublic ? undefined : preloadInstitutionDialog()), [page.isPublic]);
  const content = (
    <div className={page.isMap || page.isPublic ? undefined : classes.underNavigation}>
      {!page.isPublic && (
        <Suspense>
          <NoticeArea />
        </Suspense>
      )}
      <Outlet />
    </div>
  );
  return (
    <PageGuideContext value={page.guide}>
      <ModalsProvider>
        <VisuallyHidden aria-live="polite">{page.title}</VisuallyHidden>
        {!hidesNavigation(pathname) && <FloatingNavigation />}
        <PageTitleButtonContext value={guideButton}>
          {page.isPublic ? (
            content
          ) : (
            <RequireSession>
              <LeavingMarks>{content}</LeavingMarks>
            </RequireSession>
          )}
        </PageTitleButtonContext>
        {page.guide !== undefined && <PageGuideWhenOpen />}
        <ServerAwayNotice />
      </ModalsProvider>
    </PageGuideContext>
  );
}
