import { Button, CloseButton, Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { numberText } from '#shared/core/words.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { institutionHealthQuery } from '#web/health/data.ts';
import { useCloseIgnoringNestedEscape } from '#web/ui/dialog/use-close-ignoring-nested-escape.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { TriageCard } from './TriageCard.tsx';
import classes from './triage.module.css';
import {
  countTriageResults,
  createTriageState,
  recordCurrentResult,
  requeueSkippedCustomers,
  type TriageState,
} from './triage-state.ts';
import { UndoButton } from './UndoButton.tsx';
import { useTriageKeys } from './use-triage-keys.ts';
import { type UndoLastTriage, useUndoLastTriage } from './use-undo-last.ts';

interface Properties {
  /** Customers in triage order. The order does not change when the list changes later. */
  rows: readonly RiskRow[];
  /** Element that gets the focus when triage closes. */
  opener: Element | null;
  onClose: () => void;
}

/**
 * Full-screen triage of at-risk customers, one at a time and by keyboard. The user records an
 * outcome, snoozes the customer or skips it.
 */
export function TriageScreen({ rows, opener, onClose }: Properties) {
  const [state, setState] = useState(() => createTriageState(rows.map((row) => row.institutionId)));
  const row = rows.find(({ institutionId }) => institutionId === state.current);
  usePrefetchNext(state);
  useFocusBack(opener);
  const undo = useUndoLastTriage(state, setState);
  const close = useCloseIgnoringNestedEscape(onClose);
  return (
    <Modal.Stack>
      <Modal
        opened
        stackId="triage"
        fullScreen
        radius={0}
        padding={0}
        onClose={close}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Triage' } }}
      >
        <div className={classes.head}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" fw={600} role="status">
              {row === undefined
                ? 'Done'
                : `${rows.indexOf(row) + 1} of ${numberText(rows.length)}`}
              <Text span inherit fw={400} c="dimmed">
                {' '}
                · {countsText(state)}
              </Text>
            </Text>
            <Group gap={6} wrap="nowrap">
              <Kbd size="xs" visibleFrom="sm" aria-hidden>
                Esc
              </Kbd>
              <CloseButton aria-label="Leave triage" onClick={onClose} />
            </Group>
          </Group>
          <progress
            className={classes.progress}
            max={Math.max(1, rows.length)}
            value={state.settled.size}
            aria-label={`${state.settled.size} of ${rows.length} done`}
          />
        </div>
        <div className={classes.body}>
          {row === undefined ? (
            <Summary
              state={state}
              undo={undo}
              onAgain={() => setState(requeueSkippedCustomers)}
              onClose={onClose}
            />
          ) : (
            <TriageCard
              key={row.institutionId}
              row={row}
              onSettle={(how) => setState((before) => recordCurrentResult(before, how))}
              undo={undo}
            />
          )}
        </div>
      </Modal>
    </Modal.Stack>
  );
}

/** Loads the health of the next customer in advance. */
function usePrefetchNext({ order, settled, current }: TriageState) {
  const client = useQueryClient();
  const next = order.find((id) => id !== current && !settled.has(id));
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(institutionHealthQuery(next));
  }, [client, next]);
}

const countsText = (state: TriageState): string =>
  (['judged', 'snoozed', 'skipped'] as const)
    .map((how) => `${countTriageResults(state, how)} ${how === 'judged' ? 'with an outcome' : how}`)
    .join(', ');

function Summary({
  state,
  undo,
  onAgain,
  onClose,
}: {
  state: TriageState;
  undo: UndoLastTriage;
  onAgain: () => void;
  onClose: () => void;
}) {
  useTriageKeys({ back: undo.go });
  const skipped = countTriageResults(state, 'skipped');
  return (
    <Stack align="center" gap="md" py="xl">
      <Title order={2} size="h3">
        All customers reviewed
      </Title>
      <Text c="dimmed">{countsText(state)}</Text>
      <Group>
        {skipped > 0 && (
          <Button variant="default" onClick={onAgain}>
            Review the {skipped} skipped
          </Button>
        )}
        <UndoButton undo={undo} variant="default" />
        <Button onClick={onClose} data-autofocus>
          Back to the list
        </Button>
      </Group>
    </Stack>
  );
}
