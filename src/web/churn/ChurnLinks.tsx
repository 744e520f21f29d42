import { paths } from '#shared/core/pages/paths.ts';
import { PageLinks } from '#web/ui/page/PageLinks.tsx';

const pages = [
  { to: paths.churn, name: 'Losses' },
  { to: paths.churnDashboard, name: 'Predictions' },
  { to: paths.churnMonitoring, name: 'Monitoring' },
  { to: paths.churnAnalytics, name: 'Analytics' },
] as const;

export function ChurnLinks({ currentPath }: { currentPath: (typeof pages)[number]['to'] }) {
  return <PageLinks label="Churn pages" pages={pages} currentPath={currentPath} />;
}
