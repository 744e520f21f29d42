import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModelVersion, postModelVersionChoice } from '#shared/churn/quality/quality.ts';
import { dayInWords } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { refetchQuality } from './data.ts';
import { intervalText } from './ModelCandidateComparison.tsx';

interface Properties {
  version: ModelVersion;
  versionInUse: number;
  isNewest: boolean;
  opener: Element | null;
  onClose: () => void;
}

/** Dialog to activate another version with a reason. */
export function ChooseVersionDialog({
  version: { version, trainedOn, winner },
  versionInUse,
  isNewest,
  opener,
  onClose,
}: Properties) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  useFocusBack(opener);
  const choose = useMutation({
    mutationFn: () =>
      call(postModelVersionChoice, { body: { modelVersion: version, versionInUse, reason } }),
    onSuccess: async () => {
      notifications.show({
        title: `Version ${version} is now active`,
        message: 'The latest predictions are being recalculated.',
      });
      await refetchQuality(client);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Use version ${version}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={createSubmitHandler(
          () => reason.trim() !== '' && !choose.isPending && choose.mutate(),
        )}
      >
        <Text size="sm">
          Trained for {dayInWords(trainedOn)}, AUC {intervalText(winner.auc, 3)}. The latest
          predictions will be recalculated with this version.{' '}
          {isNewest
            ? 'New versions will become active automatically.'
            : 'The version stays active until an admin chooses the newest version. New versions are still trained every week.'}
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
          <Button
            type="submit"
            size="xs"
            loading={choose.isPending}
            disabled={reason.trim() === ''}
          >
            Use version {version}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
