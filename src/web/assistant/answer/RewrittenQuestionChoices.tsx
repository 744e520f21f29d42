import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { hasLanguageModelQuery, rewriteQuery } from '../data.ts';
import { multilineButtonClasses } from '../multiline-button-classes.ts';

interface Properties {
  /** Refused question. */
  question: string;
  /** Only the newest question is sent to the language model. */
  isNewest: boolean;
  onChoose: (choice: { reading: string; plan: SentPlan }) => void;
}

/**
 * Buttons for the possible meanings of a refused question that the language model rewrote. A click
 * answers the question in this meaning. Renders no text without a language model or a usable
 * rewrite.
 */
export function RewrittenQuestionChoices({ question, isNewest, onChoose }: Properties) {
  const hasLanguageModel = useQuery(hasLanguageModelQuery).data === true;
  const { data } = useQuery({ ...rewriteQuery(question), enabled: hasLanguageModel && isNewest });
  if (!hasLanguageModel) return null;
  return (
    // Screen readers announce a suggestion only in an element that was already there.
    <div role="status">
      {data?.kind === 'suggestion' && (
        <Stack gap="xs" data-guide="assistant-suggestion">
          <Text size="sm">Did you mean this? A language model rewrote your question.</Text>
          {data.readings.map((choice) => (
            <Button
              key={choice.reading}
              variant="default"
              fullWidth
              justify="flex-start"
              classNames={multilineButtonClasses}
              onClick={() => onChoose(choice)}
            >
              {choice.reading}
            </Button>
          ))}
        </Stack>
      )}
    </div>
  );
}
