import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useRefetchJobs } from './use-refetch-jobs.ts';

interface Properties {
  title: string;
  /** Explanation above the fields. */
  text: string;
  children: ReactNode;
  button: string;
  ask: () => Promise<unknown>;
  onClose: () => void;
}

/** Dialog that requests a background job. It closes once the job is queued. */
export function RequestJobDialog({ title, text, children, button, ask, onClose }: Properties) {
  useFocusBack();
  const asking = useMutation({ mutationFn: ask, onSuccess: onClose, onSettled: useRefetchJobs() });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={createSubmitHandler(() => asking.mutate())}>
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          {children}
          <SendError error={asking.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={asking.isPending}>
              {button}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
