import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countText } from '#shared/core/words.ts';
import {
  linkLifetimeChoices,
  maxLinkLabelLength,
  postInsightLink,
} from '#shared/insights/links.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { insightLinksQuery } from '../data.ts';
import { InsightsUrlFields } from './InsightsUrlFields.tsx';

/** Form that creates a link and shows its addresses once. */
export function CreateLinkForm({ institutionId }: { institutionId: number }) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState<number>(linkLifetimeChoices[1]);
  const make = useMutation({
    mutationFn: () => {
      const content = { label, days };
      return call(postInsightLink, {
        params: { id: institutionId },
        body: { linkId: once.idFor(content), ...content },
      });
    },
    onSuccess: () => {
      once.done();
      setLabel('');
      return client.invalidateQueries({ queryKey: insightLinksQuery(institutionId).queryKey });
    },
  });
  return (
    <form onSubmit={createSubmitHandler(() => make.mutate())}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Recipient"
            placeholder="Dr. Lee, office manager"
            required
            data-autofocus
            maxLength={maxLinkLabelLength}
            style={{ flex: '1 1 200px' }}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <NativeSelect
            label="Valid for"
            data={linkLifetimeChoices.map((each) => ({
              value: String(each),
              label: countText(each, 'day'),
            }))}
            value={String(days)}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
          <Button type="submit" loading={make.isPending} disabled={label.trim() === ''}>
            Create link
          </Button>
        </Group>
        <SendError error={make.error} />
        {make.data !== undefined && (
          <Alert title="Copy the link now. It is not shown again." role="status">
            <InsightsUrlFields institutionId={institutionId} token={make.data.token} />
          </Alert>
        )}
      </Stack>
    </form>
  );
}
