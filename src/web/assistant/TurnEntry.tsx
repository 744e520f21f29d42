import { Paper, Skeleton } from '@mantine/core';
import type { Feedback } from '#shared/assistant/conversations.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { AmbiguousQuestionChoices } from './answer/AmbiguousQuestionChoices.tsx';
import { AnswerCard } from './answer/AnswerCard.tsx';
import { AnswerFeedback } from './answer/AnswerFeedback.tsx';
import { ExplanationAnswerCard } from './answer/ExplanationAnswerCard.tsx';
import { Refusal } from './answer/Refusal.tsx';
import { TurnFrame } from './TurnFrame.tsx';
import type { Question, Turn } from './use-conversation.ts';

interface Properties {
  turn: Turn;
  isNewest: boolean;
  onAsk: (question: Question) => void;
  /** Called with a corrected question, which the user can still change. */
  onCorrect: (question: string) => void;
  onRate: (feedback: Feedback | null) => void;
  onOpenCatalog: () => void;
}

/** Question with its answer, its choices or the reason for a refusal. */
export function TurnEntry({ turn, isNewest, onAsk, onCorrect, onRate, onOpenCatalog }: Properties) {
  const { turnId, question, prompt, outcome, answeredAt, feedback } = turn;
  const choose = ({ reading, plan }: { reading: string; plan: SentPlan }) =>
    onAsk({ question, prompt: reading, plan, mayFollowUp: false });
  return (
    <TurnFrame
      prompt={prompt}
      isNewest={isNewest}
      unknownWords={outcome.kind === 'refuse' ? outcome.unknownWords : []}
    >
      {outcome.kind === 'answer' && (
        <AnswerCard
          answer={outcome}
          answeredAt={answeredAt}
          onChange={(plan, change) => onAsk({ question, prompt: change, plan, mayFollowUp: false })}
        />
      )}
      {outcome.kind === 'explain' && <ExplanationAnswerCard explanation={outcome} />}
      {(outcome.kind === 'answer' || outcome.kind === 'explain') && (
        <AnswerFeedback turnId={turnId} feedback={feedback} onChange={onRate} />
      )}
      {outcome.kind === 'ask' && <AmbiguousQuestionChoices outcome={outcome} onChoose={choose} />}
      {outcome.kind === 'refuse' && (
        <Refusal
          outcome={outcome}
          question={question}
          isNewest={isNewest}
          onCorrect={onCorrect}
          onChoose={choose}
          onOpenCatalog={onOpenCatalog}
        />
      )}
    </TurnFrame>
  );
}

/** Question whose answer is loading. */
export function PendingTurn({ prompt }: { prompt: string }) {
  return (
    <TurnFrame prompt={prompt} isNewest takesFocus unknownWords={[]}>
      <Paper p="md" bg="var(--surface)">
        <LoadingSkeleton label="Loading the answer" gap="sm">
          <Skeleton h={20} w="55%" />
          <Skeleton h={96} />
        </LoadingSkeleton>
      </Paper>
    </TurnFrame>
  );
}
