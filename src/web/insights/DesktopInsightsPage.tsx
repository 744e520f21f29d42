import { DesktopInsights } from './DesktopInsights.tsx';
import { InsightsGate } from './InsightsGate.tsx';

export function DesktopInsightsPage() {
  return <InsightsGate>{(insights) => <DesktopInsights insights={insights} />}</InsightsGate>;
}
