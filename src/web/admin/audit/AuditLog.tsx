import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type AuditEntry,
  defaultAuditDays,
  exportAuditLog,
  getAuditLog,
  maxAuditEntries,
} from '#shared/admin/audit.ts';
import { auditColumns } from '#shared/admin/audit-columns.ts';
import { addDays } from '#shared/core/dates.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { numberText } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useToday } from '#web/core/days.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { AuditLogCheck } from './AuditLogCheck.tsx';

const AuditEntryDialog = lazy(async () => ({
  default: (await import('./AuditEntryDialog.tsx')).AuditEntryDialog,
}));

const initial = {
  columns: ['action', 'objectName', 'actor', 'on', 'time', 'changes', 'address', 'object'],
  sort: [{ column: 'position', descending: true }],
};

/** Log of administrators' actions, and of changes that affect many customers at once. */
export function AuditLog() {
  const today = useToday();
  const [parameters, setParameters] = useSearchParams();
  const from = parameters.get('from') ?? addDays(today, -defaultAuditDays);
  const until = parameters.get('until') ?? today;
  const source = useQuery(endpointQuery(getAuditLog, { query: { from, until } }));
  const [opened, setOpened] = useState<AuditEntry>();
  const list = useList({ name: 'audit', columns: auditColumns, rows: source.data?.rows, initial });
  const choose = (name: 'from' | 'until', day: string) =>
    setParameters((before) => {
      if (day !== '') before.set(name, day);
      return before;
    });
  return (
    <Stack gap="md" data-guide="admin-audit">
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label="From"
          value={from}
          max={until}
          onChange={(event) => choose('from', event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Until"
          value={until}
          min={from}
          onChange={(event) => choose('until', event.currentTarget.value)}
        />
        <AuditLogCheck />
      </Group>
      <Text size="sm" c="dimmed">
        The check compares each entry with the previous entry and with its own checksum. It also
        compares the newest entry with a record outside the database. A person who controls the
        database, the key and that record can still forge the log.
      </Text>
      {source.data?.isCut === true && (
        <Alert variant="light">
          These days have more than {numberText(maxAuditEntries)} entries. Only the newest are
          shown. Choose fewer days to see all entries.
        </Alert>
      )}
      <List
        list={list}
        source={source}
        label="Audit log"
        noun={{ one: 'entry', many: 'entries' }}
        rowId={({ position }) => position}
        onOpen={setOpened}
        exportPath={buildUrl(exportAuditLog.path, {}, { from, until })}
        whenEmpty="No entries on these days."
        offset={360}
      />
      <Suspense>
        {opened !== undefined && (
          <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Stack>
  );
}
