import { Container, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PagePartLinks, useChosenPagePart } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { administratorsQuery } from './data.ts';

const parts = [
  {
    key: 'people',
    name: 'People',
    Part: lazy(async () => ({ default: (await import('./people/AccountList.tsx')).AccountList })),
  },
  {
    key: 'imports',
    name: 'Imports',
    Part: lazy(async () => ({ default: (await import('#web/imports/ImportsTab.tsx')).ImportsTab })),
  },
  {
    key: 'jobs',
    name: 'Jobs',
    Part: lazy(async () => ({ default: (await import('#web/jobs/JobsTab.tsx')).JobsTab })),
  },
  {
    key: 'keys',
    name: 'API keys',
    Part: lazy(async () => ({
      default: (await import('#web/imports/api-keys/ApiKeySection.tsx')).ApiKeySection,
    })),
  },
  {
    key: 'integrations',
    name: 'Integrations',
    Part: lazy(async () => ({
      default: (await import('./integrations/IntegrationStatusList.tsx')).IntegrationStatusList,
    })),
  },
  {
    key: 'quality',
    name: 'Data quality',
    Part: lazy(async () => ({
      default: (await import('#web/data-quality/DataQuality.tsx')).DataQuality,
    })),
  },
  {
    key: 'assistant',
    name: 'AI Assistant',
    Part: lazy(async () => ({
      default: (await import('#web/assistant/review/AssistantReview.tsx')).AssistantReview,
    })),
  },
  {
    key: 'settings',
    name: 'Settings',
    Part: lazy(async () => ({ default: (await import('./settings/SettingsTab.tsx')).SettingsTab })),
  },
  {
    key: 'audit',
    name: 'Audit log',
    Part: lazy(async () => ({ default: (await import('./audit/AuditLog.tsx')).AuditLog })),
  },
] as const;

export function AdminPage() {
  const { data: user } = useQuery(userQuery);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <PageTitle>Administration</PageTitle>
        {user?.role === 'admin' ? <Parts /> : user === undefined ? <PartWaiting /> : <NotAllowed />}
      </Stack>
    </Container>
  );
}

function Parts() {
  const chosen = useChosenPagePart(parts);
  return (
    <>
      <PagePartLinks label="Administration" parts={parts} chosen={chosen} guide="admin-parts" />
      <Suspense fallback={<PartWaiting />}>
        <chosen.Part />
      </Suspense>
    </>
  );
}

const PartWaiting = () => (
  <LoadingSkeleton label="Loading">
    <SkeletonBlock height={420} />
  </LoadingSkeleton>
);

function NotAllowed() {
  const { data } = useQuery(administratorsQuery);
  return (
    <Stack gap="xs">
      <Text>Only administrators can open this page.</Text>
      {data !== undefined && data.rows.length > 0 && (
        <>
          <Text size="sm">Ask one of them:</Text>
          <List size="sm">
            {data.rows.map(({ name, email }) => (
              <List.Item key={email}>
                {name}, {email}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
