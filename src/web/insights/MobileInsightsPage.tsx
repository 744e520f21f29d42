import { InsightsLoader } from './InsightsLoader.tsx';
import { MobileInsights } from './MobileInsights.tsx';

export function MobileInsightsPage() {
  return <InsightsLoader>{(insights) => <MobileInsights insights={insights} />}</InsightsLoader>;
}
