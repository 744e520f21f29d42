import { Kbd, Stack, Text, UnstyledButton } from '@mantine/core';
import { type RiskOutcomeKind, riskOutcomeKinds, riskOutcomeTexts } from '#shared/work/cases.ts';
import classes from '../work.module.css';

interface Properties {
  isBusy: boolean;
  onChoose: (outcome: RiskOutcomeKind) => void;
}

/** List of outcomes with their keyboard shortcuts. A click on an outcome records it. */
export function OutcomeChoices({ isBusy, onChoose }: Properties) {
  return (
    <Stack gap={6}>
      {riskOutcomeKinds.map((outcome, at) => (
        <UnstyledButton
          key={outcome}
          className={classes.outcome}
          aria-keyshortcuts={String(at + 1)}
          disabled={isBusy}
          data-autofocus={at === 0 || undefined}
          onClick={() => onChoose(outcome)}
        >
          <Kbd aria-hidden>{at + 1}</Kbd>
          <span>
            <Text span size="sm" fw={600} display="block">
              {riskOutcomeTexts[outcome].name}
            </Text>
            <Text span size="xs" c="dimmed" display="block">
              {riskOutcomeTexts[outcome].meaning}
            </Text>
          </span>
        </UnstyledButton>
      ))}
    </Stack>
  );
}
