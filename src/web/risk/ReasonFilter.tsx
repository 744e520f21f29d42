import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { applyList } from '#shared/list/apply.ts';
import { filtersFor, type ListFilter } from '#shared/list/state.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { type RiskReason, reasonWords, riskReasons } from '#shared/work/cases.ts';
import type { ListControl } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';

const filterFor = (reason: RiskReason): ListFilter => ({ column: 'reasons', kind: 'contains', text: reasonWords[reason] });

/** The reasons, each with how many rows it would leave beside the search and the other filters; pressed again it lets go. */
export function ReasonFilter({ list }: { list: ListControl<RiskRow> }) {
  const { columns, rows } = list;
  const { filters, search } = list.state;
  const held = filters.find(({ column }) => column === 'reasons');
  const others = useMemo(() => filters.filter(({ column }) => column !== 'reasons'), [filters]);
  const viewer = useViewerName();
  const counts = useMemo(() => {
    const counted = (reason: RiskReason) => {
      const state = { search, filters: filtersFor([...others, filterFor(reason)], viewer), sort: [] };
      return rows && applyList(rows, columns, state).length;
    };
    return new Map(riskReasons.map((reason) => [reason, counted(reason)]));
  }, [rows, columns, search, others, viewer]);
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label="Reasons" data-guide="at-risk-reasons">
      {riskReasons.map((reason) => {
        const isHeld = held?.kind === 'contains' && held.text === reasonWords[reason];
        return (
          <Button
            key={reason}
            size="compact-sm"
            radius="xl"
            px={9}
            variant={isHeld ? 'filled' : 'default'}
            aria-pressed={isHeld}
            onClick={() => list.change({ filters: isHeld ? others : [...others, filterFor(reason)] })}
          >
            {reasonWords[reason]} {counts.get(reason)?.toLocaleString('en-US')}
          </Button>
        );
      })}
    </Group>
  );
}
