import { InsightsGate } from './InsightsGate.tsx';
import { MobileInsights } from './MobileInsights.tsx';

export function MobileInsightsPage() {
  return <InsightsGate>{(insights) => <MobileInsights insights={insights} />}</InsightsGate>;
}
