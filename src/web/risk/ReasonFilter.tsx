import { Button, Group } from '@mantine/core';
import type { RiskRow } from '#shared/risk/rows.ts';
import { reasonWords, riskReasons } from '#shared/work/cases.ts';
import type { ListControl } from '#web/ui/list/use-list.ts';

/** The reasons with how many customers have each; one narrows the list to them, and again lets go. */
export function ReasonFilter({ list }: { list: ListControl<RiskRow> }) {
  const { filters } = list.state;
  const held = filters.find(({ column }) => column === 'reasons');
  const others = filters.filter((filter) => filter !== held);
  return (
    <Group gap={6} role="group" aria-label="Reasons" data-guide="at-risk-reasons">
      {riskReasons.map((reason) => {
        const word = reasonWords[reason];
        const isHeld = held?.kind === 'contains' && held.text === word;
        return (
          <Button
            key={reason}
            size="compact-sm"
            radius="xl"
            variant={isHeld ? 'filled' : 'default'}
            aria-pressed={isHeld}
            onClick={() => list.change({ filters: isHeld ? others : [...others, { column: 'reasons', kind: 'contains', text: word }] })}
          >
            {word} {list.rows?.filter((row) => row.reasons.includes(reason)).length.toLocaleString('en-US')}
          </Button>
        );
      })}
    </Group>
  );
}
