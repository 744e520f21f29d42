import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import { verdictActions } from '#web/churn/predictions/prediction-actions.tsx';
import { ActionGroup } from './ActionGroup.tsx';
import { actedText } from './acted-text.ts';
import { customersOf } from './answer-customers.ts';

const VerdictDialog = lazy(async () => ({
  default: (await import('#web/churn/predictions/VerdictDialog.tsx')).VerdictDialog,
}));

interface Started {
  verdict: (typeof verdictActions)[number]['kind'];
  opener: Element;
}

/** Verdicts on the predictions of an answer. */
export function VerdictActions({ answer }: { answer: Answer }) {
  const [started, setStarted] = useState<Started>();
  const customers = customersOf(answer);
  return (
    <ActionGroup text={actedText(customers.length, answer.noun)}>
      {verdictActions.map(({ kind, label, Icon }) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={(event) => setStarted({ verdict: kind, opener: event.currentTarget })}
        >
          {label}
        </Button>
      ))}
      <Suspense>
        {started !== undefined && (
          <VerdictDialog
            {...started}
            rows={customers}
            onClose={() => setStarted(undefined)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    </ActionGroup>
  );
}
