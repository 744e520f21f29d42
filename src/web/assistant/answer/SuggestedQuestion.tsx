import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { hasLanguageModelQuery, rewriteQuery } from '../data.ts';
import { wordyButton } from '../wordy-button.ts';

interface Properties {
  /** Refused question. */
  question: string;
  /** Only the newest question is sent to the language model. */
  isNewest: boolean;
  onChoose: (choice: { reading: string; plan: SentPlan }) => void;
}

/**
 * Readings of a refused question that the language model rewrote, as buttons that run them. Shows
 * nothing without a language model or a usable rewrite.
 */
export function SuggestedQuestion({ question, isNewest, onChoose }: Properties) {
  const hasLanguageModel = useQuery(hasLanguageModelQuery).data === true;
  const { data } = useQuery({ ...rewriteQuery(question), enabled: hasLanguageModel && isNewest });
  if (!hasLanguageModel) return null;
  return (
    // Exists before the suggestion, so that screen readers announce the suggestion.
    <div role="status">
      {data?.kind === 'suggestion' && (
        <Stack gap="xs" data-guide="assistant-suggestion">
          <Text size="sm">Did you mean this? A language model reworded your question.</Text>
          {data.readings.map((choice) => (
            <Button
              key={choice.reading}
              variant="default"
              fullWidth
              justify="flex-start"
              classNames={wordyButton}
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
