import { useMediaQuery } from '@mantine/hooks';
import { DesktopInsights } from './DesktopInsights.tsx';
import { InsightsLoader } from './InsightsLoader.tsx';
import { MobileInsights } from './MobileInsights.tsx';

/** Insights page. The screen width decides between the mobile and the desktop layout. */
export function CustomerInsightsPage() {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <InsightsLoader>
      {(insights) =>
        isNarrow ? <MobileInsights insights={insights} /> : <DesktopInsights insights={insights} />
      }
    </InsightsLoader>
  );
}
