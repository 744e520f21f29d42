import { Container, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
import { exportProspects } from '#shared/prospects/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { List } from '#web/ui/list/List.tsx';
import { QuickFilterButtons } from '#web/ui/list/QuickFilterButtons.tsx';
import { usePagedList } from '#web/ui/list/use-paged-list.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { prospectQuickFilters } from './quick-filters.ts';
import { SalesViewLinks } from './sales/SalesViewLinks.tsx';
import { useCurrentTerritoryNames } from './use-current-territory-names.ts';
import { loadProspectPage, prospectOptionsQuery, prospectPagesKey } from './work-data.ts';

const ProspectBulkActions = lazy(async () => ({
  default: (await import('./changes/ProspectBulkActions.tsx')).ProspectBulkActions,
}));

const initial = {
  columns: [
    'name',
    'score',
    'stage',
    'daysInStage',
    'owner',
    'nearestMiles',
    'businessType',
    'city',
    'state',
    'ehr',
    'locationCount',
    'lastTouchOn',
    'nextStep',
    'nextStepDue',
    'source',
    'checkedOn',
    'doNotContact',
    'duplicateOf',
  ],
  sort: [{ column: 'score', descending: true }],
};

const rowId = ({ prospectId }: ListedProspect): number => prospectId;
const pathOf = (row: ListedProspect): string => paths.prospect(prospectKeyOf(row));

/** Page of all prospects as a list. */
export function ProspectsPage() {
  const navigate = useNavigate();
  const { list, source } = usePagedList({
    name: 'prospects',
    columns: prospectColumns,
    initial,
    queryKey: prospectPagesKey,
    loadPage: loadProspectPage,
    optionsQuery: prospectOptionsQuery,
    rowId,
  });
  useCurrentTerritoryNames(list);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Prospects</PageTitle>
          <SalesViewLinks currentPath={paths.prospects} state={list.state} />
        </div>
        <div data-guide="prospect-list">
          <List
            list={list}
            source={source}
            label="Prospects"
            noun={{ one: 'prospect', many: 'prospects' }}
            rowId={rowId}
            onOpen={(row) => void navigate(pathOf(row))}
            overviewOf={pathOf}
            bulkActions={(rows, clear) => (
              <Suspense fallback={<Skeleton w={260} h={30} />}>
                <ProspectBulkActions rows={rows} onDone={clear} />
              </Suspense>
            )}
            askAbout={{ list: 'prospects', filters: [] }}
            exportPath={exportProspects.path}
            facets={
              <QuickFilterButtons
                list={list}
                label="Quick filters"
                facets={prospectQuickFilters}
                guide="prospect-facets"
              />
            }
            whenEmpty="No prospects yet. Search for practices in the search box, or import a file of prospects."
          />
        </div>
      </Stack>
    </Container>
  );
}
