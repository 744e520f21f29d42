import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ageText } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { issueColumns } from '#shared/data-quality/columns.ts';
import { maxPlacedLocations } from '#shared/data-quality/fixes.ts';
import { exportDataQuality, type Issue } from '#shared/data-quality/issues.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { CompareCustomersButton, type CustomerIdPair } from './CompareCustomersButton.tsx';
import { dataQualityQuery } from './data.ts';
import { FixList } from './FixList.tsx';
import { IssueCountFigures } from './IssueCountFigures.tsx';
import { hasSuggestedPlace, PlaceInCitiesButton } from './PlaceInCitiesButton.tsx';

const IssueDialog = lazy(async () => ({
  default: (await import('./IssueDialog.tsx')).IssueDialog,
}));

const MergeDialog = lazy(async () => ({
  default: (await import('./MergeDialog.tsx')).MergeDialog,
}));

const initial = {
  columns: [
    'issue',
    'institutionName',
    'locationName',
    'detail',
    'city',
    'state',
    'likeness',
    'since',
  ],
};

/** Likely errors in customers' data, with their fixes. */
export function DataQuality() {
  const source = useQuery(dataQualityQuery);
  const openInstitution = useInstitutionModal();
  const [opened, setOpened] = useState<Issue>();
  const [compared, setCompared] = useState<CustomerIdPair>();
  const [showsFixes, setShowsFixes] = useState(false);
  const list = useList({
    name: 'data-quality',
    columns: issueColumns,
    rows: source.data?.rows,
    initial,
  });
  const { rows = [], days = [], checkedAt = null } = source.data ?? {};
  const open = (issue: Issue) =>
    issue.kind === 'silent' || issue.kind === 'noSystem' || issue.kind === 'overlap'
      ? openInstitution(issue.institutionId, list.matching)
      : setOpened(issue);
  return (
    <Stack gap="md" data-guide="admin-quality">
      {source.data !== undefined && (
        <IssueCountFigures rows={rows} days={days} hasBeenChecked={checkedAt !== null} />
      )}
      {source.isPending && (
        <LoadingSkeleton label="Loading the figures">
          <SkeletonBlock height={120} />
        </LoadingSkeleton>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {source.data === undefined ? null : checkedAt === null ? (
            <>
              Connections haven’t been checked yet. To check now, run the data quality check under{' '}
              <Anchor component={Link} to={{ search: 'part=jobs' }} inherit td="underline">
                Jobs
              </Anchor>{' '}
              .
            </>
          ) : (
            `Connections checked ${ageText(Date.now() - Date.parse(checkedAt))}.`
          )}
        </Text>
        <JobTroubleList works={[{ name: 'connections and trend', jobs: ['data_quality.look'] }]} />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={showsFixes}
          onClick={() => setShowsFixes(!showsFixes)}
        >
          {showsFixes ? 'Hide fixes' : 'Show fixes'}
        </Button>
      </Group>
      {showsFixes && <FixList />}
      <div id="customers">
        <List
          list={list}
          source={source}
          label="Data quality"
          noun={{ one: 'issue', many: 'issues' }}
          rowId={({ issueId }) => issueId}
          onOpen={open}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          askAbout={{ list: 'data-quality' }}
          exportPath={exportDataQuality.path}
          bulkActions={(selected, clear) => (
            <>
              <PlaceInCitiesButton
                issues={selected.filter(hasSuggestedPlace).slice(0, maxPlacedLocations)}
                onDone={clear}
              />
              <CompareCustomersButton issues={selected} onCompare={setCompared} />
            </>
          )}
          whenEmpty="No issues found."
          offset={120}
        />
      </div>
      <Suspense>
        {compared !== undefined && (
          <MergeDialog
            one={compared.one}
            other={compared.other}
            onClose={() => setCompared(undefined)}
          />
        )}
        {opened !== undefined && (
          <IssueDialog
            issue={opened}
            systems={source.data?.systems ?? []}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
