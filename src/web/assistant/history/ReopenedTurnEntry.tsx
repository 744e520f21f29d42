import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PlanOutcome } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { planQuery } from '../data.ts';
import { TurnFrame } from '../TurnFrame.tsx';
import type { ReopenedTurn } from '../use-conversation.ts';

/**
 * Height in pixels of an answer that is loading: the usual height of an answer, so that the newest
 * question stays in place while the answers above it load.
 */
const placeholderHeight = 320;

interface Properties {
  turn: ReopenedTurn;
  isNewest: boolean;
  onAnswer: (outcome: PlanOutcome, answeredAt: string) => void;
  onAskAgain: () => void;
}

/** Question of the history. Once it is visible, its answer is computed with current figures. */
export function ReopenedTurnEntry({ turn, isNewest, onAnswer, onAskAgain }: Properties) {
  const { prompt, plan, reading } = turn;
  return (
    <TurnFrame prompt={prompt} isNewest={isNewest} unknownWords={[]}>
      <Paper p="md" bg="var(--surface)">
        <Stack gap="sm">
          {reading !== null && <Text fw={600}>{reading}</Text>}
          {plan === null ? (
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {reading === null
                  ? 'This question had more than one meaning. Ask it again to choose one.'
                  : 'Ask again to see this answer with current figures.'}
              </Text>
              <Button size="xs" variant="default" onClick={onAskAgain}>
                Ask again
              </Button>
            </Group>
          ) : (
            <ReopenedAnswer plan={plan} onAnswer={onAnswer} />
          )}
        </Stack>
      </Paper>
    </TurnFrame>
  );
}

/** Placeholder that computes the answer of a plan once it is visible. */
function ReopenedAnswer({ plan, onAnswer }: Pick<Properties, 'onAnswer'> & { plan: SentPlan }) {
  const { ref, inViewport } = useInViewport();
  const { data, dataUpdatedAt, isFetchedAfterMount, error, refetch } = useQuery({
    ...planQuery(plan),
    enabled: inViewport,
  });
  useEffect(() => {
    // A pinned answer with the same plan may have left older figures in the cache.
    if (data !== undefined && isFetchedAfterMount)
      onAnswer(data, new Date(dataUpdatedAt).toISOString());
  });
  return (
    <div ref={ref}>
      {error === null ? (
        <LoadingSkeleton label="Loading the answer">
          <Skeleton h={placeholderHeight} />
        </LoadingSkeleton>
      ) : (
        <ErrorState title="Couldn’t load the answer" error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
