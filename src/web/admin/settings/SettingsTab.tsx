import { Anchor, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { settingsQuery } from '#web/ui/settings/data.ts';
import type { SettingsSection } from '#web/ui/settings/settings-section.ts';
import { PendingChanges } from './PendingChanges.tsx';

/** Sections of the settings page. Each room exports its own section from `settings.tsx`. */
const rooms = import.meta.glob<readonly SettingsSection[]>('/src/web/*/settings.tsx', {
  eager: true,
  import: 'settingsSections',
});
const parts = Object.values(rooms)
  .flat()
  .sort((one, other) => one.order - other.order);

/** Product settings, with links to the settings on other pages. */
export function SettingsTab() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const momentText = useMomentFormatter();
  if (data === undefined)
    return error !== null ? (
      <ErrorState title="Couldn’t load settings" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingSkeleton label="Loading the settings">
        <SkeletonBlock height={220} />
        <SkeletonBlock height={220} />
      </LoadingSkeleton>
    );
  return (
    <Stack gap="lg" data-guide="admin-settings">
      <PendingChanges />
      {data.version > 0 && data.madeAt !== null && (
        <Text size="xs" c="dimmed">
          Version {data.version}, saved {momentText(data.madeAt)}
          {data.madeBy !== null && ` by ${data.madeBy}`}. You can find every version in the audit
          log.
        </Text>
      )}
      {parts.map(({ title, Form }) => (
        <Part key={title} title={title}>
          <Form answer={data} />
        </Part>
      ))}
      <Part title="Other settings">
        <List size="sm" spacing={6}>
          <List.Item>
            <Place to={paths.scoringRules}>Scoring rules</Place>: tiers, weights, sizes and grace,
            with a trial before saving
          </List.Item>
          <List.Item>
            <Place to={`${paths.successOps}?part=team`}>Team</Place>: working hours, holidays and
            absences
          </List.Item>
        </List>
      </Part>
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Paper p={{ base: 'md', sm: 'lg' }} bg="var(--surface)" component="section" aria-label={title}>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);

const Place = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <Anchor component={Link} to={to} inherit td="underline">
    {children}
  </Anchor>
);
