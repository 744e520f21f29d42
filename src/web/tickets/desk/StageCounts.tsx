import { Group, Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { ticketTurnNames, ticketTurns } from '#shared/tickets/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';

const isOpen: ListFilter = { column: 'isOpen', kind: 'is', value: true };
const ofCampaign = (value: boolean): ListFilter => ({ column: 'isOutreach', kind: 'is', value });

/**
 * Number of open tickets by turn and, within each turn, by stage. Tickets of campaigns are counted
 * separately. Each number filters the list.
 */
export function StageCounts({ rows }: { rows: readonly ListedTicket[] | undefined }) {
  if (rows === undefined || rows.length === 0) return null;
  const [ours, others] = [
    rows.filter(({ isOutreach }) => isOutreach),
    rows.filter(({ isOutreach }) => !isOutreach),
  ];
  return (
    <Group gap="md" data-guide="ticket-stages">
      <Count name="Open" count={others.length} filters={[isOpen, ofCampaign(false)]} />
      {ticketTurns.map((turn) => (
        <Turn
          key={turn}
          name={ticketTurnNames[turn]}
          rows={others.filter((row) => row.turn === turn)}
        />
      ))}
      <MetricInfo metric="ticketTurn" />
      {ours.length > 0 && (
        <Count name="From campaigns" count={ours.length} filters={[isOpen, ofCampaign(true)]} />
      )}
    </Group>
  );
}

function Turn({ name, rows }: { name: string; rows: readonly ListedTicket[] }) {
  const filters: ListFilter[] = [
    isOpen,
    ofCampaign(false),
    { column: 'turn', kind: 'one-of', values: [name] },
  ];
  const stages = [...Map.groupBy(rows, ({ stage }) => stage)];
  return (
    <Group gap={6}>
      <Count name={name} count={rows.length} filters={filters} />
      {stages.map(([stage, own]) => (
        <Count
          key={stage}
          name={stage}
          of={`${name}, ${stage}`}
          count={own.length}
          filters={[...filters, { column: 'stage', kind: 'one-of', values: [stage] }]}
          isPart
        />
      ))}
    </Group>
  );
}

interface CountProperties {
  name: string;
  /** Text for screen readers, when it differs from the name. */
  of?: string;
  count: number;
  filters: readonly ListFilter[];
  /** `true` for a part of the number before it. */
  isPart?: boolean;
}

function Count({ name, of = name, count, filters, isPart = false }: CountProperties) {
  return (
    <Text size={isPart ? 'xs' : 'sm'} {...(isPart && { c: 'dimmed' })}>
      {name}{' '}
      <RowsLink filters={filters} fw={600} of={of}>
        {numberText(count)}
      </RowsLink>
    </Text>
  );
}
