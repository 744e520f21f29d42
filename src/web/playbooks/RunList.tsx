import { Anchor } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { currentStepText, runColumns } from '#shared/playbooks/columns.ts';
import { exportPlaybookRuns } from '#shared/playbooks/playbooks.ts';
import type { ListedRun } from '#shared/playbooks/runs.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { useCustomerScope } from '#web/portfolio/own-scope.ts';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List } from '#web/ui/list/List.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { playbookRunsQuery } from './data.ts';
import { useStopRunsAction } from './use-stop-runs-action.tsx';

const RunDialog = lazy(async () => ({ default: (await import('./RunDialog.tsx')).RunDialog }));

const initial = {
  columns: [
    'institutionName',
    'step',
    'state',
    'until',
    'personName',
    'playbookName',
    'ownerName',
    'startedOn',
    'endedOn',
    'hasImproved',
  ],
  sort: [
    { column: 'state', descending: false },
    { column: 'until', descending: false },
  ],
};

const cells: ListCells<ListedRun> = { step: (row) => <RunLink row={row} /> };

/** Returns the page's query string with the dialog of a run open, or with no dialog for `null`. */
function withRun(parameters: URLSearchParams, runId: string | null): string {
  const next = new URLSearchParams(parameters);
  if (runId === null) next.delete('run');
  else next.set('run', runId);
  return next.toString();
}

function RunLink({ row }: { row: ListedRun }) {
  const [parameters] = useSearchParams();
  return (
    <Anchor
      component={Link}
      to={{ search: withRun(parameters, row.runId) }}
      preventScrollReset
      inherit
    >
      {currentStepText(row)}
    </Anchor>
  );
}

/** List of active and recently ended runs. Each run links to its steps. */
export function RunList() {
  const source = useQuery(playbookRunsQuery);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const openInstitution = useInstitutionModal();
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const everyones = source.data?.rows;
  const rows = useMemo(
    () =>
      owner === undefined
        ? everyones
        : everyones?.filter((row) => row.ownerName === owner || row.personName === owner),
    [everyones, owner],
  );
  const clearSelection = useRef<() => void>(undefined);
  const { actions: stopActions, dialog } = useStopRunsAction(() => clearSelection.current?.());
  const actions = useMemo(
    (): RowAction<ListedRun>[] => [
      {
        shortcut: 's',
        label: 'View steps',
        icon: <IconListCheck size={14} aria-hidden />,
        onAct: ([row]) =>
          void navigate(
            { search: withRun(parameters, row?.runId ?? null) },
            { preventScrollReset: true },
          ),
      },
      ...stopActions,
    ],
    [navigate, parameters, stopActions],
  );
  const list = useList({ name: 'playbook-runs', columns: runColumns, rows, initial });
  const runId = parameters.get('run');
  return (
    <>
      <OwnCustomersSwitch scope={scope} onChoose={choose} />
      <div id="customers" data-guide="playbook-runs">
        <List
          list={list}
          source={source}
          label="Playbook runs"
          noun={{ one: 'run', many: 'runs' }}
          rowId={(row) => row.runId}
          onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          cells={cells}
          rowActions={actions}
          bulkActions={(selected, clear) => {
            clearSelection.current = clear;
            return <BulkActionButtons rows={selected} actions={stopActions} />;
          }}
          askAbout={owner === undefined ? { list: 'playbook-runs' } : undefined}
          exportPath={exportPlaybookRuns.path}
          whenEmpty="No runs yet. Start a playbook for a customer, or turn on a playbook that an alert rule starts."
          offset={120}
        />
      </div>
      <Suspense>
        {runId !== null && (
          <RunDialog
            key={runId}
            runId={runId}
            onClose={() =>
              void navigate({ search: withRun(parameters, null) }, { preventScrollReset: true })
            }
          />
        )}
      </Suspense>
      {dialog}
    </>
  );
}
