import { Box, Button, Container, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { maxQuestionLength, type Outcome } from '#shared/assistant/assistant.ts';
import { countText } from '#shared/core/words.ts';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { freshnessQuery } from '#web/scoring/freshness.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useOncePerValue } from '#web/ui/page/use-once-per-value.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { QuestionSubjectBar } from './about/QuestionSubjectBar.tsx';
import { useQuestionSubject } from './about/use-question-subject.ts';
import classes from './assistant.module.css';
import { ReopenedTurnEntry } from './history/ReopenedTurnEntry.tsx';
import { ExampleQuestions } from './question/ExampleQuestions.tsx';
import { QuestionForm } from './question/QuestionForm.tsx';
import { useDraft } from './question/use-draft.ts';
import { PendingTurn, TurnEntry } from './TurnEntry.tsx';
import { type QuestionToAsk, useConversation } from './use-conversation.ts';
import { formatOutcomeAnnouncement, toUserFacingError } from './words.ts';

const CatalogDialog = lazy(async () => ({
  default: (await import('./question/CatalogDialog.tsx')).CatalogDialog,
}));

const HistoryDialog = lazy(async () => ({
  default: (await import('./history/HistoryDialog.tsx')).HistoryDialog,
}));

/** Conversation with the assistant: questions about the lists, each with its answer. */
export function AssistantPage() {
  const conversation = useConversation();
  const { conversationId, turns, earlierTurns, pending, failed } = conversation;
  const [draft, setDraft] = useDraft();
  const [announcement, setAnnouncement] = useState('');
  const [hasCatalog, setHasCatalog] = useState(false);
  const [hasHistory, setHasHistory] = useState(false);
  const freshness = useQuery(freshnessQuery);
  const input = useRef<HTMLTextAreaElement>(null);

  const hasFailed = failed !== undefined;
  useEffect(() => {
    // The placeholder of the failed question had the focus.
    if (hasFailed && document.activeElement === document.body) input.current?.focus();
  }, [hasFailed]);

  const about = useQuestionSubject((name) => {
    setDraft((current) => (current.trim() === '' ? `${name} ` : current));
    input.current?.focus();
  });

  function send(question: QuestionToAsk) {
    setAnnouncement('Looking for the answer.');
    conversation.ask(question, (outcome: Outcome) => {
      setAnnouncement(formatOutcomeAnnouncement(outcome));
      if (outcome.kind === 'answer' && about.plan !== null) about.remove();
      if (question.plan === null)
        setDraft((current) => (current.trim() === question.question ? '' : current));
    });
  }
  function ask(text: string, mayFollowUp = false) {
    const question = text.trim();
    if (question === '') return;
    setDraft(text);
    const last = mayFollowUp && about.plan !== null ? { last: about.plan } : {};
    send({ question, prompt: question, plan: null, mayFollowUp, ...last });
  }
  function stop() {
    conversation.stop();
    setAnnouncement('Question stopped.');
    input.current?.focus();
  }
  function startNew() {
    conversation.startNew();
    input.current?.focus();
  }
  useQuestionOfAddress((question) => {
    if (question.trim().length > maxQuestionLength) setDraft(question);
    else ask(question);
  });

  return (
    <Container component="main" size="md" pt="lg" className={classes.page}>
      <div className={classes.head}>
        <Group justify="space-between" gap="xs">
          <PageTitle>AI Assistant</PageTitle>
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconListSearch size={16} aria-hidden />}
              onClick={() => setHasCatalog(true)}
              data-guide="assistant-catalog"
            >
              What can I ask?
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setHasHistory(true)}
              data-guide="assistant-history"
            >
              History
            </Button>
          </Group>
        </Group>
        <FreshnessStrip
          weekEnd={freshness.data?.officialWeekEnd ?? undefined}
          isUnavailable={freshness.isFetched}
        />
      </div>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <Stack gap="xl" className={classes.conversation}>
        {turns.length === 0 && pending === undefined && (
          <Stack gap="md">
            <Text c="dimmed">
              Ask about your customers and your team’s work in plain words. Figures come from
              Chairside’s lists, with a link to the rows behind them.
            </Text>
            <ExampleQuestions onAsk={(question) => ask(question)} />
          </Stack>
        )}
        {earlierTurns > 0 && (
          <Text size="sm" c="dimmed">
            {countText(earlierTurns, 'earlier question isn’t', 'earlier questions aren’t')} shown.
          </Text>
        )}
        {turns.map((turn, at) => {
          const isNewest = at === turns.length - 1 && pending === undefined;
          return turn.outcome === null ? (
            <ReopenedTurnEntry
              key={turn.turnId}
              turn={turn}
              isNewest={isNewest}
              onAnswer={(outcome, answeredAt) =>
                conversation.showAnswer(turn.turnId, outcome, answeredAt)
              }
              onAskAgain={() => ask(turn.question)}
            />
          ) : (
            <TurnEntry
              key={turn.turnId}
              turn={turn}
              isNewest={isNewest}
              onAsk={send}
              onCorrect={(text) => {
                setDraft(text);
                input.current?.focus();
              }}
              onRate={(feedback) => conversation.showRating(turn.turnId, feedback)}
              onOpenCatalog={() => setHasCatalog(true)}
            />
          );
        })}
        {pending !== undefined && <PendingTurn prompt={pending.prompt} />}
      </Stack>
      <div className={classes.footer}>
        {failed !== undefined && (
          <Box mb="xs">
            <ErrorState
              title="Couldn’t get an answer"
              error={toUserFacingError(failed.error)}
              onRetry={() => send(failed.question)}
            />
          </Box>
        )}
        <QuestionSubjectBar
          about={about}
          onRemove={() => {
            about.remove();
            input.current?.focus();
          }}
          onAsk={(question) => ask(question)}
          onChange={(plan, change) =>
            send({ question: change, prompt: change, plan, mayFollowUp: false })
          }
        />
        <QuestionForm
          input={input}
          value={draft}
          onChange={setDraft}
          isPending={pending !== undefined}
          onAsk={() => ask(draft, true)}
          onStop={stop}
          onStartNew={turns.length > 0 ? startNew : undefined}
        />
      </div>
      <Suspense>
        {hasHistory && (
          <HistoryDialog
            currentId={conversationId}
            onReopen={conversation.reopen}
            onCurrentDeleted={conversation.startNew}
            onClose={() => setHasHistory(false)}
          />
        )}
        {hasCatalog && (
          <CatalogDialog
            onClose={() => setHasCatalog(false)}
            onAsk={(question) => {
              setHasCatalog(false);
              ask(question);
            }}
          />
        )}
      </Suspense>
    </Container>
  );
}

/** Takes the question of the URL parameter `q` once, and removes the parameter. */
function useQuestionOfAddress(take: (question: string) => void): void {
  const { parameters, change } = useUrlParameters();
  useOncePerValue(parameters.get('q'), (question) => {
    change({ q: null }, { replace: true });
    take(question);
  });
}
