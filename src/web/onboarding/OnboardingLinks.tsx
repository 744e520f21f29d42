import { paths } from '#shared/core/pages/paths.ts';
import { PageLinks } from '#web/ui/page/PageLinks.tsx';

const pages = [
  { to: paths.onboarding, name: 'Customers' },
  { to: paths.onboardingAnalytics, name: 'Analytics' },
  { to: paths.onboardingComparison, name: 'Comparison' },
] as const;

export function OnboardingLinks({ currentPath }: { currentPath: (typeof pages)[number]['to'] }) {
  return <PageLinks label="Onboarding pages" pages={pages} currentPath={currentPath} />;
}
