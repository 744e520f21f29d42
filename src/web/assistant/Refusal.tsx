import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Outcome } from '#shared/assistant/assistant.ts';
import { replaceWord } from './words.ts';

interface Properties {
  outcome: Extract<Outcome, { kind: 'refuse' }>;
  question: string;
  onCorrect: (question: string) => void;
}

/** Reason why a question has no answer, with known words near its unknown words. */
export function Refusal({ outcome: { reason, near }, question, onCorrect }: Properties) {
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
                onClick={() => onCorrect(replaceWord(question, unknown, known))}
              >
                {known}
              </Button>
            ))}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          Change your question below, or open “What can I ask?” to see the words that you can use.
        </Text>
      </Stack>
    </Paper>
  );
}
