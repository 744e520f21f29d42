import { Alert, Button, Checkbox, Code, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postApiKey } from '#shared/imports/api-keys.ts';
import { type ImportKind, importKinds } from '#shared/imports/report.ts';
import { importKindNames } from '#shared/imports/run-columns.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { apiKeysQuery } from './data.ts';

/** Form that creates a key. Its secret is shown once. */
export function CreateApiKeyForm({
  onMade,
}: {
  onMade: (secret: string, kind: ImportKind) => void;
}) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ImportKind[]>(['usage']);
  const make = useMutation({
    mutationFn: (content: { name: string; scopes: ImportKind[] }) =>
      call(postApiKey, { body: { apiKeyId: once.idFor(content), ...content } }),
    onSuccess: ({ key }, content) => {
      once.done();
      setName('');
      onMade(key, content.scopes[0] ?? 'usage');
      return client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  });
  return (
    <form onSubmit={createSubmitHandler(() => make.mutate({ name, scopes: [...scopes] }))}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name of the new key"
            placeholder="Nightly usage"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={make.isPending}
            disabled={name.trim() === '' || scopes.length === 0}
          >
            Create key
          </Button>
        </Group>
        <Checkbox.Group
          label="Data that the key can send"
          value={[...scopes]}
          onChange={(chosen) => setScopes(importKinds.filter((kind) => chosen.includes(kind)))}
        >
          <Group gap="md" mt={6}>
            {importKinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={importKindNames[kind]} />
            ))}
          </Group>
        </Checkbox.Group>
        <SendError error={make.error} />
        {make.data !== undefined && <Secret secret={make.data.key} />}
      </Stack>
    </form>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <Alert title="Copy this key now. It is not shown again." role="status">
      <Group gap="sm">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
