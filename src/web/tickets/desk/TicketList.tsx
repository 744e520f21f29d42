import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { ticketColumns } from '#shared/tickets/columns.ts';
import { ticketRules } from '#shared/tickets/constants.ts';
import { exportTickets, type ListedTicket } from '#shared/tickets/desk.ts';
import { ticketTurnNames } from '#shared/tickets/rules.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { buildCustomerScopeFilters } from '#web/portfolio/own-scope.ts';
import { List, type RowsQueryState } from '#web/ui/list/List.tsx';
import { type QuickFilter, QuickFilterButtons } from '#web/ui/list/QuickFilterButtons.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { hoursInWords } from './hours-in-words.ts';
import { StageCounts } from './StageCounts.tsx';

const initial = {
  columns: [
    'subject',
    'institutionName',
    'ageDays',
    'waitingHours',
    'priority',
    'stage',
    'healthTier',
    'scoreChange',
    'ownerName',
  ],
  filters: [
    { column: 'isOpen', kind: 'is' as const, value: true },
    { column: 'isOutreach', kind: 'is' as const, value: false },
  ],
  sort: [{ column: 'ageDays', descending: true }],
};

const cells = {
  healthTier: ({ healthTier }: ListedTicket) =>
    healthTier === null ? '–' : <TierMark tier={healthTier} />,
  waitingHours: ({ waitingHours }: ListedTicket) =>
    waitingHours === null ? '–' : hoursInWords(waitingHours),
};

const facets: readonly QuickFilter[] = [
  {
    label: ticketTurnNames.us,
    filter: { column: 'turn', kind: 'one-of', values: [ticketTurnNames.us] },
  },
  { label: 'From at-risk customers', filter: { column: 'isAtRisk', kind: 'is', value: true } },
  {
    label: `${ticketRules.many}+ tickets in ${ticketRules.days} days`,
    filter: { column: 'recentTickets', kind: 'range', from: ticketRules.many, to: null },
  },
  { label: 'Silent after a complaint', filter: { column: 'isSilent', kind: 'is', value: true } },
  { label: 'Usage fell after ticket', filter: { column: 'hasUseFallen', kind: 'is', value: true } },
];

interface Properties {
  rows: readonly ListedTicket[] | undefined;
  /** Customers whose tickets are listed: all customers, or those of the user. */
  scope: string;
  source: RowsQueryState;
  onOpen: (ticket: ListedTicket) => void;
}

/** Ticket list; shows open tickets without those of campaigns, oldest first, by default. */
export function TicketList({ rows, scope, source, onOpen }: Properties) {
  const list = useList({
    name: 'tickets',
    columns: ticketColumns(useBusinessTimeZone()),
    rows,
    initial,
  });
  const openRows = useMemo(() => rows?.filter(({ isOpen }) => isOpen), [rows]);
  return (
    <div id="customers" data-guide="ticket-list">
      <Group justify="space-between" gap="xs" mb="sm">
        <StageCounts rows={openRows} />
        <QuickFilterButtons
          list={list}
          label="Quick filters"
          facets={facets}
          guide="ticket-facets"
        />
      </Group>
      <List
        list={list}
        source={source}
        label="Tickets"
        cells={cells}
        noun={{ one: 'ticket', many: 'tickets' }}
        rowId={({ ticketId }) => ticketId}
        onOpen={onOpen}
        askAbout={{ list: 'tickets', filters: buildCustomerScopeFilters(scope) }}
        exportPath={exportTickets.path}
        whenEmpty="No tickets are open, and none were closed in the last 90 days."
        offset={260}
      />
    </div>
  );
}
