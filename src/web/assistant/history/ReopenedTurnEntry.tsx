import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import { call } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { TurnFrame } from '../TurnFrame.tsx';
import type { ReopenedTurn } from '../use-conversation.ts';

/**
 * Height of an answer that is not yet computed. It is usual for answers, so that the newest question
 * stays in place while the answers above it load.
 */
const placeholderHeight = 320;

interface Properties {
  turn: ReopenedTurn;
  conversationId: string;
  isNewest: boolean;
  onAnswer: (outcome: Outcome, answeredAt: string) => void;
  onAskAgain: () => void;
}

/** Question of the history. Once it is visible, its answer is computed with current figures. */
export function ReopenedTurnEntry({
  turn,
  conversationId,
  isNewest,
  onAnswer,
  onAskAgain,
}: Properties) {
  const { turnId, question, prompt, plan, reading } = turn;
  const frame = useRef<HTMLDivElement>(null);
  const isVisible = useWasVisible(frame);
  const answer = useQuery({
    queryKey: ['assistant', 'reopened', turnId],
    queryFn: ({ signal }) =>
      call(postQuestion, {
        body: { question, plan, last: null, conversationId, turnId },
        signal,
      }),
    enabled: isVisible && plan !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, dataUpdatedAt } = answer;
  useEffect(() => {
    if (data !== undefined) onAnswer(data, new Date(dataUpdatedAt).toISOString());
  });
  return (
    <TurnFrame prompt={prompt} isNewest={isNewest} unknownWords={[]}>
      <Paper p="md" bg="var(--surface)" ref={frame}>
        <Stack gap="sm">
          {reading !== null && <Text fw={600}>{reading}</Text>}
          {plan === null ? (
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {reading === null
                  ? 'This question had several meanings.'
                  : 'This answer is from an earlier version.'}
              </Text>
              <Button size="xs" variant="default" onClick={onAskAgain}>
                Ask again
              </Button>
            </Group>
          ) : answer.error === null ? (
            <LoadingSkeleton label="Loading the answer">
              <Skeleton h={placeholderHeight} />
            </LoadingSkeleton>
          ) : (
            <ErrorState
              title="Couldn’t load the answer"
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          )}
        </Stack>
      </Paper>
    </TurnFrame>
  );
}

/** Returns whether the element has been on the screen. */
function useWasVisible(element: RefObject<HTMLElement | null>): boolean {
  const [wasVisible, setWasVisible] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasVisible || element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWasVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasVisible, element]);
  return wasVisible;
}
