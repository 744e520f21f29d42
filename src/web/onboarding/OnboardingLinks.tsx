import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';

const pages = [
  { key: 'onboarding', to: paths.onboarding, name: 'Customers' },
  { key: 'analytics', to: paths.onboardingAnalytics, name: 'Analytics' },
  { key: 'comparison', to: paths.onboardingComparison, name: 'Comparison' },
] as const;

/** The pages on onboarding, each a click from the others. */
export function OnboardingLinks({ here }: { here: (typeof pages)[number]['key'] }) {
  return (
    <Group component="nav" aria-label="Onboarding pages" gap="md" mt={4}>
      {pages.map(({ key, to, name }) =>
        key === here ? (
          <Text key={key} size="sm" fw={600} aria-current="page">
            {name}
          </Text>
        ) : (
          <Anchor key={key} component={Link} to={to} size="sm">
            {name}
          </Anchor>
        ),
      )}
    </Group>
  );
}
