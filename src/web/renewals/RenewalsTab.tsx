import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { addDays, type Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { exportRenewals, type ListedRenewal } from '#shared/renewals/renewals.ts';
import { isOpenRenewalStage, type RenewalOutcome } from '#shared/renewals/words.ts';
import { useToday } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { buildCustomerScopeFilters, useCustomerScope } from '#web/portfolio/own-scope.ts';
import { List } from '#web/ui/list/List.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { renewalsQuery } from './data.ts';

const RenewalForecasts = lazy(async () => ({
  default: (await import('./RenewalForecasts.tsx')).RenewalForecasts,
}));
const RenewalBoard = lazy(async () => ({
  default: (await import('./RenewalBoard.tsx')).RenewalBoard,
}));

const RenewalDialog = lazy(async () => ({
  default: (await import('./RenewalEditDialog.tsx')).RenewalEditDialog,
}));

const OutcomeDialog = lazy(async () => ({
  default: (await import('./OutcomeDialog.tsx')).OutcomeDialog,
}));

/** Number of days ahead for which the page shows renewals until the filter is changed. */
const initialDaysAhead = 90;

/** Returns the initial state of the list: the renewals of the next days and the overdue ones. */
const createInitialState = (today: Day): Partial<ListState> => ({
  filters: [{ column: 'dueOn', kind: 'dates', from: null, to: addDays(today, initialDaysAhead) }],
  columns: [
    'institutionName',
    'stage',
    'daysLeft',
    'amountDue',
    'expected',
    'nextStep',
    'forecast',
    'systemRisk',
    'call',
    'isUndecided',
    'expectedFrom',
    'ownerName',
  ],
  sort: [{ column: 'daysLeft', descending: false }],
});

/** Returns `false` for a renewal that was closed in HubSpot, which can only be changed there. */
const isEditable = ({ stage, recordedOutcome }: ListedRenewal): boolean =>
  isOpenRenewalStage(stage) || recordedOutcome !== null;

/** Renewals with quarter forecast, scenarios, board and list. All of them follow the filters. */
export function RenewalsTab() {
  const source = useQuery(renewalsQuery);
  const openInstitution = useInstitutionModal();
  const [edited, setEdited] = useState<number>();
  const [closing, setClosing] = useState<{ dealId: number; outcome: RenewalOutcome }>();
  const ownToday = useToday();
  const today = source.data?.today ?? ownToday;
  const initial = useMemo(() => createInitialState(today), [today]);
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
        isFor: isEditable,
        onAct: (each) => setEdited(each.find(isEditable)?.dealId),
      },
      {
        shortcut: 'o',
        label: 'Record outcome',
        icon: <IconCheck size={14} aria-hidden />,
        isFor: isEditable,
        onAct: (each) => {
          const row = each.find(isEditable);
          if (row === undefined) return;
          if (isOpenRenewalStage(row.stage)) setClosing({ dealId: row.dealId, outcome: 'signed' });
          else setEdited(row.dealId);
        },
      },
    ],
    [],
  );
  const list = useList({ name: 'renewals', columns: renewalColumns, rows, initial });
  const { matching } = list;
  const row = rows?.find(({ dealId }) => dealId === edited);
  const closingRow = rows?.find(({ dealId }) => dealId === closing?.dealId);
  return (
    <>
      <OwnCustomersSwitch scope={scope} onChoose={choose} />
      {source.data !== undefined && rows !== undefined && matching !== undefined && (
        <>
          <Suspense fallback={<SkeletonBlock height={260} />}>
            <RenewalForecasts
              list={list}
              rows={rows}
              matching={matching}
              answer={source.data}
              owner={owner}
            />
          </Suspense>
          <Suspense fallback={<SkeletonBlock height={420} />}>
            <RenewalBoard
              rows={matching}
              state={list.state}
              onOpen={({ institutionId }, stage) => openInstitution(institutionId, stage)}
              onEdit={({ dealId }) => setEdited(dealId)}
              onClose={({ dealId }, outcome) => setClosing({ dealId, outcome })}
            />
          </Suspense>
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
          whenEmpty="No renewals are due in the next 180 days, and none were closed in the last 30 days or in this quarter."
          offset={120}
        />
      </div>
      <Suspense>
        {row !== undefined && (
          <RenewalDialog
            key={row.dealId}
            row={row}
            onClose={() => setEdited(undefined)}
            onRecord={(outcome) => {
              setEdited(undefined);
              setClosing({ dealId: row.dealId, outcome });
            }}
          />
        )}
        {source.data !== undefined && closing !== undefined && closingRow !== undefined && (
          <OutcomeDialog
            key={closing.dealId}
            row={closingRow}
            outcome={closing.outcome}
            outcomesFrom={source.data.outcomesFrom}
            onClose={() => setClosing(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
