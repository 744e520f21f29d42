import { Button, Group } from '@mantine/core';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';

interface Properties {
  followUps: Answer['followUps'];
  /** Called with the plan of the chosen question and the question. */
  onChoose: (plan: SentPlan, question: string) => void;
}

/** Follow-up questions of an answer as buttons. */
export function FollowUps({ followUps, onChoose }: Properties) {
  if (followUps.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label="Follow-up questions" data-guide="assistant-follow-ups">
      {followUps.map(({ text, plan }) => (
        <Button key={text} size="compact-sm" variant="default" onClick={() => onChoose(plan, text)}>
          {text}
        </Button>
      ))}
    </Group>
  );
}
