import { lazy, Suspense, useState } from 'react';
import type { AnswerRowProperties } from '#web/ui/list/row-actions.ts';
import type { CustomerReference } from '#web/work/customers.ts';
import { verdictActions } from './prediction-actions.tsx';

const VerdictDialog = lazy(async () => ({
  default: (await import('./VerdictDialog.tsx')).VerdictDialog,
}));

interface Started {
  verdict: (typeof verdictActions)[number]['kind'];
  rows: readonly CustomerReference[];
  opener: Element | null;
}

/**
 * Actions that record verdicts on the predictions in an answer. Each prediction is identified by
 * its customer.
 */
export function AnswerPredictionActions({ customers, render }: AnswerRowProperties) {
  const [started, setStarted] = useState<Started>();
  return render<CustomerReference>({
    actions: verdictActions.map(({ kind, shortcut, label, Icon }) => ({
      shortcut,
      label,
      icon: <Icon size={14} aria-hidden />,
      onAct: (rows, opener) => setStarted({ verdict: kind, rows, opener }),
    })),
    dialog: (
      <Suspense>
        {started !== undefined && (
          <VerdictDialog
            {...started}
            onClose={() => setStarted(undefined)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    ),
    loadRows: async () => customers,
  });
}
