import type { Page } from '#web/routes.tsx';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { usePage } from './page.ts';

/** The place of the navigation until it is known who is there; as high as the navigation, so that nothing moves. */
export function WaitingNavigation({ title }: { title: string }) {
  return (
    <div className="waiting-navigation" aria-hidden>
      {title}
    </div>
  );
}

/** What a page begins with: in its HTML, and in the app until the page's own code is there. */
export function StartScreen({ page }: { page: Pick<Page, 'title' | 'isPublic'> }) {
  return (
    <>
      {!page.isPublic && <WaitingNavigation title={page.title} />}
      <LoadingScreen />
    </>
  );
}

export function StartingPage() {
  return <StartScreen page={usePage()} />;
}
