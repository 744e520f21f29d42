import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { planQuery } from '#web/assistant/data.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { AnswerContent } from './AnswerContent.tsx';
import { AnswerSkeleton, pendingAnswerTitle } from './AnswerSkeleton.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';

interface Properties {
  plan: SentPlan;
  /** Returns the controls that edit mode shows. */
  controls: (title: string) => ReactNode;
}

/** Card of a pinned answer. It has its own filters, so the board's filters don't change it. */
export function AnswerWidgetCard({ plan, controls }: Properties) {
  const { data: outcome, error, refetch } = useQuery(planQuery(plan));
  const title = outcome?.kind === 'answer' ? outcome.reading : pendingAnswerTitle;
  return (
    <WidgetFrame kind="answer" title={title} controls={controls(title)}>
      {outcome === undefined && error === null && <AnswerSkeleton />}
      {outcome?.kind === 'answer' && <AnswerContent answer={outcome} />}
      {outcome?.kind === 'refuse' && (
        <Text size="sm">{outcome.reason} Edit the board to remove this widget.</Text>
      )}
      {error !== null && (
        <ErrorState title="Couldn’t load the answer" error={error} onRetry={() => void refetch()} />
      )}
    </WidgetFrame>
  );
}
