import { Button, Paper, Stack, Text } from '@mantine/core';
import type { Outcome } from '#shared/assistant/assistant.ts';
import { multilineButtonClasses } from '../multiline-button-classes.ts';

type AskOutcome = Extract<Outcome, { kind: 'ask' }>;

interface Properties {
  outcome: AskOutcome;
  onChoose: (option: AskOutcome['options'][number]) => void;
}

/** Readings of an ambiguous question as buttons, each with its result. */
export function AmbiguousQuestionChoices({ outcome: { prompt, options }, onChoose }: Properties) {
  return (
    <Paper p="md" bg="var(--surface)">
      <Stack gap="sm">
        <Text fw={600}>{prompt}</Text>
        <Stack gap="xs">
          {options.map((option) => (
            <Button
              key={option.reading + JSON.stringify(option.plan)}
              variant="default"
              fullWidth
              justify="space-between"
              classNames={multilineButtonClasses}
              rightSection={
                <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {option.result}
                </Text>
              }
              onClick={() => onChoose(option)}
            >
              {option.reading}
            </Button>
          ))}
        </Stack>
      </Stack>
    </Paper>
  );
}
