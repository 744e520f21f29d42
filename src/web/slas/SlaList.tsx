import { Anchor, Group } from '@mantine/core';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { exportSlaClocks, type SlaClock, type SlaClocks } from '#shared/slas/clocks.ts';
import { slaColumns } from '#shared/slas/columns.ts';
import { timeLeftText } from '#shared/slas/time-left.ts';
import {
  type EndedClockPeriodDays,
  endedClockPeriodChoices,
  type SlaStatus,
} from '#shared/slas/words.ts';
import { useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { OwnCustomersSwitch } from '#web/portfolio/OwnCustomersSwitch.tsx';
import { buildCustomerScopeFilters, useCustomerScope } from '#web/portfolio/own-scope.ts';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import { List, type RowsQueryState } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { isBulkSlaAction } from './actions.tsx';
import { SlaStatusLabel } from './SlaStatusLabel.tsx';
import { useSlaActions } from './use-sla-actions.tsx';

const openAndBreached: readonly SlaStatus[] = ['Overdue', 'Running', 'Paused', 'Breached'];
const initial = {
  filters: [{ column: 'status', kind: 'one-of' as const, values: [...openAndBreached] }],
  sort: [{ column: 'leftMinutes', descending: false }],
};

/** Number of days for which the assistant's list includes ended clocks. */
const [, askableDays] = endedClockPeriodChoices;

const cellsOn = (today: Day) => ({
  leftMinutes: (clock: SlaClock) => timeLeftText(clock, today),
  status: ({ status }: SlaClock) => <SlaStatusLabel status={status} />,
  subject: ({ subject, ticketId }: SlaClock, isTabStop: boolean) =>
    ticketId === null ? null : (
      <Anchor
        component={Link}
        to={paths.ticket(ticketId)}
        inherit
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => event.stopPropagation()}
      >
        {subject}
      </Anchor>
    ),
});

interface Properties {
  source: RowsQueryState & { data: SlaClocks | undefined };
  days: EndedClockPeriodDays;
}

/** List of running and ended clocks with their actions. */
export function SlaList({ source, days }: Properties) {
  const openInstitution = useInstitutionModal();
  const clearSelection = useRef<() => void>(undefined);
  const { actions, dialog } = useSlaActions(useCallback(() => clearSelection.current?.(), []));
  const { scope, choose } = useCustomerScope();
  const viewer = useViewerName();
  const owner = scope === 'mine' && viewer !== null ? viewer : undefined;
  const everyones = source.data?.rows;
  const rows = useMemo(
    () => (owner === undefined ? everyones : everyones?.filter((row) => row.ownerName === owner)),
    [everyones, owner],
  );
  const today = useToday();
  const cells = useMemo(() => cellsOn(today), [today]);
  const list = useList({ name: 'slas', columns: slaColumns(useBusinessTimeZone()), rows, initial });
  return (
    <>
      <OwnCustomersSwitch scope={scope} onChoose={choose} />
      <div id="customers" data-guide="sla-list">
        <List
          list={list}
          source={source}
          label="Clocks"
          noun={{ one: 'clock', many: 'clocks' }}
          rowId={({ key }) => key}
          cells={cells}
          onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
          overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
          rowActions={actions}
          bulkActions={(selected, clear) => {
            clearSelection.current = clear;
            return (
              <Group gap={6}>
                <BulkActionButtons rows={selected} actions={actions.filter(isBulkSlaAction)} />
              </Group>
            );
          }}
          askAbout={
            days === askableDays
              ? { list: 'sla-clocks', filters: buildCustomerScopeFilters(scope) }
              : undefined
          }
          exportPath={`${exportSlaClocks.path}?days=${days}`}
          whenEmpty="No clocks are running, and none ended in this period. Clocks start with tickets, new risk cases, onboarding checkpoints and playbook steps."
          offset={120}
        />
      </div>
      {dialog}
    </>
  );
}
