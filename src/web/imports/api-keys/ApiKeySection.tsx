import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKeyRow, postRevokeApiKey } from '#shared/imports/api-keys.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { importKindNames } from '#shared/imports/run-columns.ts';
import { call } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { ApiKeyExample } from './ApiKeyExample.tsx';
import { CreateApiKeyForm } from './CreateApiKeyForm.tsx';
import { apiKeysQuery } from './data.ts';

export function ApiKeySection() {
  const keys = useQuery(apiKeysQuery);
  const [revoked, setRevoked] = useState<ApiKeyRow>();
  const [made, setMade] = useState<{ secret: string; kind: ImportKind }>();
  return (
    <Stack gap="md" data-guide="admin-keys">
      <CreateApiKeyForm onMade={(secret, kind) => setMade({ secret, kind })} />
      {keys.error !== null && (
        <ErrorState
          title="Couldn’t load keys"
          error={keys.error}
          onRetry={() => void keys.refetch()}
        />
      )}
      {keys.data === undefined && keys.error === null && (
        <LoadingSkeleton label="Loading the keys">
          <SkeletonBlock height={200} />
        </LoadingSkeleton>
      )}
      {keys.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No keys yet. Create a key so that another system can send practices and usage, for example
          every night.
        </Text>
      )}
      {keys.data !== undefined && keys.data.length > 0 && (
        <KeyTable rows={keys.data} onRevoke={setRevoked} />
      )}
      <ApiKeyExample secret={made?.secret} kind={made?.kind ?? 'usage'} />
      {revoked !== undefined && (
        <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Stack>
  );
}

function KeyTable({
  rows,
  onRevoke,
}: {
  rows: readonly ApiKeyRow[];
  onRevoke: (row: ApiKeyRow) => void;
}) {
  const momentText = useMomentFormatter();
  return (
    <WideTable label="API keys" minWidth={720}>
      <Table.Thead>
        <Table.Tr>
          {['Name', 'State', 'Last used', 'Can send', 'Created'].map((heading) => (
            <Table.Th key={heading}>{heading}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.apiKeyId}>
            <Table.Td>{row.name}</Table.Td>
            <Table.Td>
              {row.revokedAt === null ? (
                <Group gap="xs" wrap="nowrap">
                  <Badge variant="outline" tt="none">
                    Active
                  </Badge>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={`Revoke ${row.name}`}
                    onClick={() => onRevoke(row)}
                  >
                    Revoke
                  </Button>
                </Group>
              ) : (
                `Revoked ${momentText(row.revokedAt)}`
              )}
            </Table.Td>
            <Table.Td>{row.lastUsedAt === null ? 'Never' : momentText(row.lastUsedAt)}</Table.Td>
            <Table.Td>{row.scopes.map((kind) => importKindNames[kind]).join(', ')}</Table.Td>
            <Table.Td>
              {momentText(row.madeAt)} by {row.madeBy ?? 'a command'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(postRevokeApiKey, { params: { apiKeyId: apiKey.apiKeyId }, body: {} }),
    onSuccess: onClose,
    onError: (error) => notifyFailure(`Couldn’t revoke ${apiKey.name}`, error),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      text="Systems that use this key can no longer send data. You can’t restore a revoked key."
      button="Revoke"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
