import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { dayInWords } from '#shared/core/words.ts';
import {
  findLastSaveDay,
  isSaveAttemptCurrent,
  leavingText,
  noticeReasonText,
} from '#shared/notices/notices.ts';
import { useToday } from '#web/core/days.ts';
import { useNotice } from './data.ts';

const SaveAttemptDialog = lazy(async () => ({
  default: (await import('./SaveAttemptDialog.tsx')).SaveAttemptDialog,
}));

interface Properties {
  institutionId: number;
  institutionName: string;
}

/** Notice of a customer with the attempt to keep it. Renders nothing without a notice. */
export function NoticePanel({ institutionId, institutionName }: Properties) {
  const notice = useNotice(institutionId);
  const today = useToday();
  const [opened, { open, close }] = useDisclosure(false);
  if (notice === undefined) return null;
  const { noticedOn, saveAttempt } = notice;
  return (
    <Alert color="red" title={leavingText(notice, today)} data-guide="customer-notice">
      <Stack gap="xs">
        <Text size="sm">
          Gave notice on {dayInWords(noticedOn)}. {noticeReasonText(notice)}.
        </Text>
        {saveAttempt !== null && (
          <Text size="sm">
            {saveAttempt.owner.name}{' '}
            {isSaveAttemptCurrent(findLastSaveDay(notice), today) ? 'tries' : 'tried'} to keep the
            customer until {dayInWords(saveAttempt.dueOn)}: {saveAttempt.plan}
            {saveAttempt.hasFailed && '. The attempt failed.'}
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" onClick={open}>
            {saveAttempt === null ? 'Record save attempt' : 'Change save attempt'}
          </Button>
        </Group>
      </Stack>
      <Suspense>
        {opened && (
          <SaveAttemptDialog
            institutionId={institutionId}
            institutionName={institutionName}
            notice={notice}
            onClose={close}
          />
        )}
      </Suspense>
    </Alert>
  );
}
