import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Outcome } from '#shared/assistant/assistant.ts';
import { replaceUnknownWord } from './words.ts';

interface Properties {
  outcome: Extract<Outcome, { kind: 'refuse' }>;
  question: string;
  onCorrect: (question: string) => void;
}

/** Reason why a question has no answer, with known words near its unknown words. */
export function Refusal({
  outcome: { reason, unknownWords, near },
  question,
  onCorrect,
}: Properties) {
  return (
    <Paper p="md" bg="var(--surface)">
      <Stack gap="sm">
        <Text>{reason}</Text>
        {near.length > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Did you mean
            </Text>
            {near.map((word) => (
              <Button
                key={word}
                size="compact-sm"
                variant="light"
                onClick={() => onCorrect(replaceUnknownWord(question, unknownWords, word))}
              >
                {word}
              </Button>
            ))}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          Change the question below, or press “What can I ask?” to see the words that lists know.
        </Text>
      </Stack>
    </Paper>
  );
}
