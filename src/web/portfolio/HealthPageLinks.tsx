import { paths } from '#shared/core/pages/paths.ts';
import { PageLinks } from '#web/ui/page/PageLinks.tsx';

const pages = [
  { to: paths.portfolio, name: 'Portfolio' },
  { to: paths.dashboard, name: 'Dashboard' },
  { to: paths.scoringRules, name: 'Scoring rules' },
] as const;

export function HealthPageLinks({ currentPath }: { currentPath: (typeof pages)[number]['to'] }) {
  return <PageLinks label="Health pages" pages={pages} currentPath={currentPath} />;
}
