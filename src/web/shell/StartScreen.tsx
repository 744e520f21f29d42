import type { PageRoute } from '#web/routes.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { usePage } from './page.ts';

/**
 * Placeholder of the navigation while the session is loading, with the navigation's height to avoid
 * a layout shift.
 */
export function NavigationPlaceholder({ title }: { title: string }) {
  return (
    <div className="waiting-navigation" aria-hidden>
      {title}
    </div>
  );
}

/** First content of a page: in its HTML, and in the app until the page's code is loaded. */
export function StartScreen({ page }: { page: Pick<PageRoute, 'title' | 'isPublic'> }) {
  return (
    <>
      {!page.isPublic && <NavigationPlaceholder title={page.title} />}
      <LoadingScreen />
    </>
  );
}

export function CurrentPageStartScreen() {
  return <StartScreen page={usePage()} />;
}
