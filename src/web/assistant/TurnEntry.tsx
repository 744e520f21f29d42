import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import classes from './assistant.module.css';
import { Choices } from './Choices.tsx';
import { Refusal } from './Refusal.tsx';
import type { Question, Turn } from './use-conversation.ts';
import { splitAtWords } from './words.ts';

interface Properties {
  turn: Turn;
  isNewest: boolean;
  onAsk: (question: Question) => void;
  /** Called with a corrected question, which the user can still change. */
  onCorrect: (question: string) => void;
}

/** Question with its answer, its choices or the reason for a refusal. */
export function TurnEntry({ turn, isNewest, onAsk, onCorrect }: Properties) {
  const { question, prompt, outcome, answeredAt } = turn;
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
      {outcome.kind === 'ask' && (
        <Choices
          outcome={outcome}
          onChoose={({ reading, plan }) =>
            onAsk({ question, prompt: reading, plan, mayFollowUp: false })
          }
        />
      )}
      {outcome.kind === 'refuse' && (
        <Refusal outcome={outcome} question={question} onCorrect={onCorrect} />
      )}
    </TurnFrame>
  );
}

/** Question whose answer is loading. */
export function PendingTurn({ prompt }: { prompt: string }) {
  return (
    <TurnFrame prompt={prompt} isNewest unknownWords={[]}>
      <Paper p="md" bg="var(--surface)">
        <LoadingSkeleton label="Loading the answer" gap="sm">
          <Skeleton h={20} w="55%" />
          <Skeleton h={96} />
        </LoadingSkeleton>
      </Paper>
    </TurnFrame>
  );
}

interface FrameProperties {
  prompt: string;
  isNewest: boolean;
  unknownWords: readonly string[];
  children: ReactNode;
}

function TurnFrame({ prompt, isNewest, unknownWords, children }: FrameProperties) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNewest) return;
    frame.current?.scrollIntoView({ block: 'start' });
    // The pressed example, or the placeholder of this answer, no longer exists.
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [isNewest]);
  return (
    <Stack
      component="section"
      ref={frame}
      tabIndex={-1}
      gap="sm"
      aria-label={prompt}
      className={classes.turn}
    >
      <Title order={2} className={classes.prompt}>
        {splitAtWords(prompt, unknownWords).map(({ text, start, isUnknown }) =>
          isUnknown ? (
            <u key={start} className={classes.unknown}>
              {text}
            </u>
          ) : (
            <Fragment key={start}>{text}</Fragment>
          ),
        )}
      </Title>
      {children}
    </Stack>
  );
}
