import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import {
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type Feedback,
  type FeedbackVerdict,
  maxFeedbackLength,
  postFeedback,
} from '#shared/assistant/conversations.ts';
import { call } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';

interface Properties {
  turnId: string;
  feedback: Feedback | null;
  onChange: (feedback: Feedback | null) => void;
}

const verdicts = [
  { verdict: 'up', label: 'Good answer', Icon: IconThumbUp, Chosen: IconThumbUpFilled },
  { verdict: 'down', label: 'Bad answer', Icon: IconThumbDown, Chosen: IconThumbDownFilled },
] as const;

/** Buttons that rate an answer, with a field for the reason. A pressed button removes the rating. */
export function AnswerFeedback({ turnId, feedback, onChange }: Properties) {
  const [asksReason, setAsksReason] = useState(false);
  const rate = useMutation({
    mutationFn: (body: { verdict: FeedbackVerdict | null; reason: string }) =>
      call(postFeedback, { params: { turnId }, body }),
    onSuccess: ({ feedback: saved }) => onChange(saved),
    onError: (error) => notifyFailure('Couldn’t save your rating', error),
  });
  const buttons = useRef<HTMLDivElement>(null);
  function closeReason() {
    // Closing the form removes its focused button.
    buttons.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    setAsksReason(false);
  }
  function press(verdict: FeedbackVerdict) {
    const isRemoved = feedback?.verdict === verdict;
    setAsksReason(!isRemoved);
    rate.mutate({ verdict: isRemoved ? null : verdict, reason: '' });
  }
  return (
    <Stack gap="xs" data-guide="assistant-feedback">
      <Group gap={4} role="group" aria-label="Rate this answer" ref={buttons}>
        {verdicts.map(({ verdict, label, Icon, Chosen }) => {
          const isChosen = feedback?.verdict === verdict;
          const Shown = isChosen ? Chosen : Icon;
          return (
            <ActionIcon
              key={verdict}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={label}
              aria-pressed={isChosen}
              onClick={() => press(verdict)}
            >
              <Shown size={17} aria-hidden />
            </ActionIcon>
          );
        })}
        <div role="status">
          {feedback !== null && !asksReason && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {feedback.reason === '' ? 'Thanks for your rating.' : feedback.reason}
            </Text>
          )}
        </div>
        {feedback !== null && !asksReason && (
          <Button variant="subtle" size="compact-xs" onClick={() => setAsksReason(true)}>
            {feedback.reason === '' ? 'Add a reason' : 'Change the reason'}
          </Button>
        )}
      </Group>
      {feedback !== null && asksReason && (
        <ReasonForm
          feedback={feedback}
          isPending={rate.isPending}
          onSave={(reason) =>
            rate.mutate({ verdict: feedback.verdict, reason }, { onSuccess: closeReason })
          }
          onCancel={closeReason}
        />
      )}
    </Stack>
  );
}

function ReasonForm({
  feedback: { verdict, reason: before },
  isPending,
  onSave,
  onCancel,
}: {
  feedback: Feedback;
  isPending: boolean;
  onSave: (reason: string) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState(before);
  const isBad = verdict === 'down';
  return (
    <form onSubmit={createSubmitHandler(() => !isPending && onSave(reason.trim()))}>
      <Stack gap="xs" maw={480}>
        <Textarea
          label={isBad ? 'What was wrong? (optional)' : 'What was helpful? (optional)'}
          description={
            isBad ? 'Administrators see your question and reason, but not your name.' : undefined
          }
          autosize
          minRows={1}
          maxRows={4}
          maxLength={maxFeedbackLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isPending}>
            Save reason
          </Button>
          <Button variant="default" size="xs" onClick={onCancel}>
            Skip
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
