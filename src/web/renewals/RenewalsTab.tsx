import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { exportRenewals, type ListedRenewal } from '#shared/renewals/renewals.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { buildCustomerScopeFilters, useCustomerScope } from '#web/portfolio/own-scope.ts';
import { List } from '#web/ui/list/List.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { renewalsQuery } from './data.ts';
import { ForecastTotalsTable } from './ForecastTotalsTable.tsx';
import { RenewalBoard } from './RenewalBoard.tsx';

const RenewalDialog = lazy(async () => ({
  default: (await import('./RenewalEditDialog.tsx')).RenewalEditDialog,
}));

const initial = {
  columns: [
    'institutionName',
    'stage',
    'daysLeft',
    'amountDue',
    'nextStep',
    'forecast',
    'systemRisk',
    'call',
    'isUndecided',
    'expected',
    'ownerName',
  ],
  sort: [{ column: 'daysLeft', descending: false }],
};

/** The renewals of the next 180 days with scenarios, board and list. */
export function RenewalsTab() {
  const source = useQuery(renewalsQuery);
  const openInstitution = useInstitutionModal();
  const [edited, setEdited] = useState<number>();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const everyones = source.data?.rows;
  const rows = useMemo(
    () => (owner === undefined ? everyones : everyones?.filter((row) => row.ownerName === owner)),
    [everyones, owner],
  );
  const actions = useMemo(
    (): RowAction<ListedRenewal>[] => [
      {
        shortcut: 'c',
        label: 'Forecast and check-ins',
        icon: <IconPencil size={14} aria-hidden />,
        onAct: ([row]) => setEdited(row?.dealId),
      },
    ],
    [],
  );
  const list = useList({ name: 'renewals', columns: renewalColumns, rows, initial });
  const row = rows?.find(({ dealId }) => dealId === edited);
  return (
    <>
      <OwnCustomersSwitch scope={scope} onChoose={choose} />
      {rows !== undefined && (
        <>
          <RenewalBoard
            rows={rows}
            onOpen={({ institutionId }, stage) => openInstitution(institutionId, stage)}
            onEdit={({ dealId }) => setEdited(dealId)}
          />
          <ForecastTotalsTable rows={rows} />
        </>
      )}
      {rows === undefined && source.error === null && (
        <LoadingSkeleton label="Loading renewals">
          <SkeletonBlock height={260} />
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      )}
      <div id="customers" data-guide="renewal-list">
        <List
          list={list}
          source={source}
          label="Renewals"
          noun={{ one: 'renewal', many: 'renewals' }}
          rowId={({ dealId }) => dealId}
          onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          rowActions={actions}
          askAbout={{ list: 'renewals', filters: buildCustomerScopeFilters(scope) }}
          exportPath={exportRenewals.path}
          whenEmpty="No renewals are due in the next 180 days, and none were closed in the last 30 days."
          offset={120}
        />
      </div>
      <Suspense>
        {row !== undefined && (
          <RenewalDialog key={row.dealId} row={row} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </>
  );
}
