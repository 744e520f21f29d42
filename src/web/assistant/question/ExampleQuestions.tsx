import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import classes from '../assistant.module.css';
import { catalogQuery, pickExamples } from '../data.ts';
import { multilineButtonClasses } from '../multiline-button-classes.ts';

const exampleCount = 6;

/** Example questions of the lists that the user may see. */
export function ExampleQuestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { data: lists, error, refetch } = useQuery(catalogQuery);
  if (lists === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn’t load example questions"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <section aria-label="Example questions" data-guide="assistant-examples">
      <Stack gap="xs">
        <Text size="sm" fw={600} aria-hidden>
          Try one of these
        </Text>
        {lists === undefined ? (
          <LoadingSkeleton label="Loading example questions">
            <div className={classes.examples}>
              {Array.from({ length: exampleCount }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change their order
                <Skeleton key={at} h={36} />
              ))}
            </div>
          </LoadingSkeleton>
        ) : (
          <ExampleButtons questions={pickExamples(lists, exampleCount)} onAsk={onAsk} />
        )}
      </Stack>
    </section>
  );
}

export function ExampleButtons({
  questions,
  onAsk,
}: {
  questions: readonly string[];
  onAsk: (question: string) => void;
}) {
  return (
    <div className={classes.examples}>
      {questions.map((question) => (
        <Button
          key={question}
          variant="default"
          justify="flex-start"
          fw={500}
          classNames={multilineButtonClasses}
          onClick={() => onAsk(question)}
        >
          {question}
        </Button>
      ))}
    </div>
  );
}
