import { Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { countText, uncapitalize } from '#shared/core/words.ts';
import { maxCalledProspects } from '#shared/prospects/calls/calls.ts';
import { callOutcomeLabels, callOutcomes } from '#shared/prospects/calls/outcomes.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { TalkingPointsSection } from '../evidence/TalkingPointsSection.tsx';
import { CalledProspectFacts } from './CalledProspectFacts.tsx';
import { BackButton, CallOutcomeForm } from './CallOutcomeForm.tsx';
import type { CallResults } from './call-session.ts';
import classes from './calls.module.css';
import { PrintedCallList } from './PrintedCallList.tsx';
import { type CallListControl, callListQuery, useCallList } from './use-call-list.ts';

/** Returns the ids in a text such as '5.6.7'. Other parts and repeated ids are left out. */
const readProspectIds = (text: string): number[] => [
  ...new Set(
    text
      .split('.')
      .filter((id) => /^[1-9]\d{0,14}$/.test(id))
      .map(Number),
  ),
];

/** Page that goes through selected prospects, one call after the other. */
export function CallListPage() {
  const [parameters] = useSearchParams();
  const text = parameters.get('prospects') ?? '';
  const ids = useMemo(() => readProspectIds(text).slice(0, maxCalledProspects), [text]);
  const loaded = useQuery({ ...callListQuery(ids), enabled: ids.length > 0 });
  const list = useCallList(loaded.data?.prospects ?? []);
  const { queue, place } = list;
  const current = queue[place];
  return (
    <Container component="main" size="lg" py="lg" className={classes.page}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="xs">
          <PageTitle>Call list</PageTitle>
          <Button
            className={classes.screen}
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={14} aria-hidden />}
            disabled={queue.length === 0}
            onClick={() => window.print()}
          >
            Print list
          </Button>
        </Group>
        {ids.length === 0 && <NothingToCall />}
        {loaded.error !== null && loaded.data === undefined && (
          <ErrorState
            title="Couldn’t load the call list"
            error={loaded.error}
            onRetry={() => loaded.refetch()}
          />
        )}
        {loaded.isLoading && (
          <LoadingSkeleton label="Loading the call list">
            <SkeletonBlock height={360} />
          </LoadingSkeleton>
        )}
        {loaded.data !== undefined && (
          <>
            <Stack gap="md" className={classes.screen}>
              <Progress list={list} />
              {current === undefined ? (
                <Summary list={list} />
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
                  <Stack>
                    <CalledProspectFacts {...current} />
                    <TalkingPointsSection prospectKey={prospectKeyOf(current.prospect)} />
                  </Stack>
                  <CallOutcomeForm
                    key={current.prospect.prospectId}
                    prospect={current.prospect}
                    list={list}
                  />
                </SimpleGrid>
              )}
              <LeftOutProspects list={list} missing={loaded.data.missing} />
            </Stack>
            <PrintedCallList
              queue={queue.filter(({ prospect }) => !list.results.has(prospect.prospectId))}
            />
          </>
        )}
      </Stack>
    </Container>
  );
}

const NothingToCall = () => (
  <Stack>
    <Text>No prospects to call yet. Select prospects in the list and choose “Call list”.</Text>
    <Group>
      <Button component={Link} to={paths.prospects}>
        Choose prospects
      </Button>
    </Group>
  </Stack>
);

const countsText = (results: CallResults): string => {
  const outcomes = [...results.values()].map(({ outcome }) => outcome);
  const count = (wanted: (typeof outcomes)[number]) =>
    outcomes.filter((outcome) => outcome === wanted).length;
  return [
    ...callOutcomes.map((outcome) => [count(outcome), uncapitalize(callOutcomeLabels[outcome])]),
    [count('skipped'), 'skipped'],
  ]
    .filter(([number]) => number !== 0)
    .map((parts) => parts.join(' '))
    .join(', ');
};

const Progress = ({ list: { queue, place, results } }: { list: CallListControl }) =>
  queue.length > 0 && (
    <div data-guide="call-progress">
      <Text size="sm" fw={600} role="status">
        {place < queue.length ? `${place + 1} of ${queue.length}` : 'Done'}
        <Text span inherit fw={400} c="dimmed">
          {results.size > 0 && ` · ${countsText(results)}`}
        </Text>
      </Text>
      <progress
        className={classes.progress}
        max={queue.length}
        value={place}
        aria-label={`${place} of ${queue.length} done`}
      />
    </div>
  );

function Summary({ list: { queue, back } }: { list: CallListControl }) {
  useHotkeys([['u', () => back?.go()]]);
  return (
    <Stack align="center" gap="md" py="xl">
      <Title order={2} size="h3">
        {queue.length === 0 ? 'No prospect of this list can be called' : 'End of the call list'}
      </Title>
      <Group>
        <BackButton back={back} />
        <Button component={Link} to={paths.prospects}>
          Back to the list
        </Button>
      </Group>
    </Stack>
  );
}

function LeftOutProspects({
  list: { leftOut },
  missing,
}: {
  list: CallListControl;
  missing: number;
}) {
  if (leftOut.length + missing === 0) return null;
  return (
    <div data-guide="call-skipped">
      <Text size="sm" fw={600}>
        Left out
      </Text>
      {leftOut.map(({ called: { prospect }, reason }) => (
        <Text key={prospect.prospectId} size="sm" c="dimmed">
          {prospect.name} · {reason}
        </Text>
      ))}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {countText(missing, 'prospect')} no longer in the list of prospects
        </Text>
      )}
    </div>
  );
}
