import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { SynonymDialog } from '../synonyms/SynonymDialog.tsx';
import { SynonymTable } from '../synonyms/SynonymTable.tsx';
import { unansweredQuery } from '../unanswered/data.ts';
import { BadAnswerTable, RefusedTable, UnknownWordTable } from '../unanswered/tables.tsx';

/** Questions that the assistant could not answer, and the words that administrators added. */
export function AssistantReview() {
  const unanswered = useQuery(unansweredQuery);
  const [word, setWord] = useState<string>();
  const unknownWords = useRef<HTMLDivElement>(null);
  const { data, error } = unanswered;
  return (
    <Stack gap="xl">
      <Stack gap="lg" data-guide="admin-unanswered">
        <Text size="sm" c="dimmed">
          Questions of all users that the AI Assistant couldn’t answer, without the users’ names.
        </Text>
        {error !== null && (
          <ErrorState
            title="Couldn’t load questions without an answer"
            error={error}
            onRetry={() => void unanswered.refetch()}
          />
        )}
        {data === undefined && error === null && (
          <LoadingSkeleton label="Loading the questions">
            <SkeletonBlock height={240} />
          </LoadingSkeleton>
        )}
        {data !== undefined && (
          <>
            <Section
              ref={unknownWords}
              title="Unknown words"
              isEmpty={data.words.length === 0}
              empty="No unknown words yet. Words that the AI Assistant doesn’t know are listed here with their questions."
            >
              <UnknownWordTable rows={data.words} onAdd={setWord} />
            </Section>
            <Section
              title="Other refused questions"
              isEmpty={data.refused.length === 0}
              empty="No other refused questions yet. Questions with known words that still got no answer are listed here."
            >
              <RefusedTable rows={data.refused} />
            </Section>
            <Section
              title="Bad ratings"
              isEmpty={data.badAnswers.length === 0}
              empty="No bad ratings yet. Answers that users rate as bad are listed here with the reasons."
            >
              <BadAnswerTable rows={data.badAnswers} />
            </Section>
          </>
        )}
      </Stack>
      <SynonymTable onAdd={() => setWord('')} />
      {word !== undefined && (
        <SynonymDialog
          word={word}
          onClose={() => setWord(undefined)}
          onAdded={() => {
            // Focuses the section, because the button that opened the dialog is removed with its row.
            if (word !== '') unknownWords.current?.focus();
          }}
        />
      )}
    </Stack>
  );
}

function Section({
  ref,
  title,
  isEmpty,
  empty,
  children,
}: {
  /** Ref to the section, used to focus it. */
  ref?: Ref<HTMLDivElement>;
  title: string;
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
}) {
  return (
    <Stack gap="sm" component="section" ref={ref} tabIndex={-1} aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        children
      )}
    </Stack>
  );
}
