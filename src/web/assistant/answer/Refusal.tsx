import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Outcome } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { replaceUnknownWord } from '../words.ts';
import { RewrittenQuestionChoices } from './RewrittenQuestionChoices.tsx';

interface Properties {
  outcome: Extract<Outcome, { kind: 'refuse' }>;
  question: string;
  isNewest: boolean;
  onCorrect: (question: string) => void;
  /** Called with a reading that a language model suggested. */
  onChoose: (choice: { reading: string; plan: SentPlan }) => void;
  onOpenCatalog: () => void;
}

/**
 * Reason why a question has no answer. Suggests known words that are spelled like its unknown
 * words.
 */
export function Refusal({
  outcome,
  question,
  isNewest,
  onCorrect,
  onChoose,
  onOpenCatalog,
}: Properties) {
  const { reason, near } = outcome;
  return (
    <Paper p="md" bg="var(--surface)">
      <Stack gap="sm">
        <Text>{reason}</Text>
        {near.length > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Did you mean:
            </Text>
            {near.map(({ unknown, known }) => (
              <Button
                key={known}
                size="compact-sm"
                variant="light"
                onClick={() => onCorrect(replaceUnknownWord(question, unknown, known))}
              >
                {known}
              </Button>
            ))}
          </Group>
        )}
        <RewrittenQuestionChoices question={question} isNewest={isNewest} onChoose={onChoose} />
        <Text size="sm" c="dimmed">
          Change your question below, or{' '}
          <Anchor component="button" type="button" inherit onClick={onOpenCatalog}>
            see what you can ask
          </Anchor>
          .
        </Text>
      </Stack>
    </Paper>
  );
}
