import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModelVersion, postModelChoice } from '#shared/churn/quality/quality.ts';
import { dayInWords } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { submitting } from '#web/ui/sending/sending.ts';
import { measuredText } from './Candidates.tsx';
import { refreshQuality } from './data.ts';

interface Properties {
  version: ModelVersion;
  versionInUse: number;
  isNewest: boolean;
  opener: Element | null;
  onClose: () => void;
}

/** Puts another version in use, with a reason. */
export function ChooseVersionDialog({ version: { version, trainedOn, winner }, versionInUse, isNewest, opener, onClose }: Properties) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  useFocusBack(opener);
  const choose = useMutation({
    mutationFn: () => call(postModelChoice, { body: { modelVersion: version, versionInUse, reason } }),
    onSuccess: async () => {
      notifications.show({ title: `Version ${version} is in use`, message: 'The newest predictions are being made again with it.' });
      await refreshQuality(client);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Use version ${version}`} closeButtonProps={{ 'aria-label': 'Close' }} centered>
      <Stack gap="sm" component="form" onSubmit={submitting(() => reason.trim() !== '' && !choose.isPending && choose.mutate())}>
        <Text size="sm">
          It was trained for {dayInWords(trainedOn)}, with an AUC of {measuredText(winner.auc, 3)}. The newest predictions are made again
          with it.{' '}
          {isNewest
            ? 'From now on, each new training comes into use by itself.'
            : 'It stays in use until an admin chooses the newest version; new versions are still trained every week.'}
        </Text>
        <Textarea
          label="Why"
          value={reason}
          maxLength={500}
          autosize
          minRows={2}
          required
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <SendError error={choose.error} />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={choose.isPending} disabled={reason.trim() === ''}>
            Use version {version}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
