import { Container, Group, List, Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { DetailGate } from './DetailGate.tsx';
import { institutionLocationsQuery, useInstitutionDetail } from './detail-data.ts';
import { InstitutionDetail } from './InstitutionDetail.tsx';
import { AssignMenu } from './work/AssignMenu.tsx';
import { OutcomeMenu } from './work/OutcomeMenu.tsx';
import { SnoozeMenu } from './work/SnoozeMenu.tsx';
import { TaskList } from './work/TaskList.tsx';
import { Timeline } from './work/Timeline.tsx';

const InstitutionComparison = lazy(async () => ({
  default: (await import('#web/health/comparison/InstitutionComparison.tsx')).InstitutionComparison,
}));

const tabs = ['summary', 'comparison', 'locations', 'timeline', 'work'] as const;
const labels = {
  summary: 'Summary',
  comparison: 'Weekly comparison',
  locations: 'Locations',
  timeline: 'Timeline',
  work: 'Work',
} as const;

/** The whole of one customer on a page of its own: its health, its locations, what happened and what is to do. */
export function InstitutionOverviewPage() {
  const id = Number(useParams().id);
  const [parameters, setParameters] = useSearchParams();
  const detail = useInstitutionDetail(id);
  const tab = tabs.find((each) => each === parameters.get('tab')) ?? 'summary';
  if (detail.state !== 'loaded')
    return (
      <Frame>
        <DetailGate detail={detail}>{() => null}</DetailGate>
      </Frame>
    );
  return (
    <Frame>
      <Tabs
        value={tab}
        onChange={(next) => setParameters(next === null || next === 'summary' ? {} : { tab: next }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {labels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="summary">
          <InstitutionDetail institutionId={id} detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="comparison">
          <Named name={detail.name}>
            <Suspense fallback={<Skeleton h={320} />}>
              <InstitutionComparison institutionId={id} />
            </Suspense>
          </Named>
        </Tabs.Panel>
        <Tabs.Panel value="locations">
          <Locations institutionId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <Named name={detail.name}>
            <Timeline institutionId={id} />
          </Named>
        </Tabs.Panel>
        <Tabs.Panel value="work">
          <Named name={detail.name}>
            <Group gap="xs">
              <AssignMenu institutionIds={[id]} />
              <SnoozeMenu institutionIds={[id]} />
              <OutcomeMenu institutionId={id} />
            </Group>
            <TaskList institution={{ id, name: detail.name }} />
          </Named>
        </Tabs.Panel>
      </Tabs>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container component="main" size="lg" py="lg">
      <Paper p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--surface)">
        {children}
      </Paper>
    </Container>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {name}
      </Title>
      {children}
    </Stack>
  );
}

function Locations({ institutionId }: { institutionId: number }) {
  const { data } = useQuery(institutionLocationsQuery(institutionId));
  if (data === undefined) return null;
  return (
    <Stack gap="xs" data-guide="locations">
      <Title order={1} size="h5">
        Locations ({data.numLocations})
      </Title>
      <List size="sm" spacing={4} listStyleType="none">
        {data.locations.map((location) => (
          <List.Item key={location.locationId}>
            {location.locationName}{' '}
            <Text span inherit c="dimmed">
              {[location.streetAddress, location.city, location.state, location.zip].filter(Boolean).join(', ')}
              {location.ehr !== null && ` · ${location.ehr}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
