import { DesktopInsights } from './DesktopInsights.tsx';
import { InsightsLoader } from './InsightsLoader.tsx';

export function DesktopInsightsPage() {
  return <InsightsLoader>{(insights) => <DesktopInsights insights={insights} />}</InsightsLoader>;
}
