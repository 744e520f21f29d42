import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { AnswerRowActions, RowAction } from '#web/ui/list/row-actions.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { countRequestedRows } from '../words.ts';
import { ActionGroup } from './ActionGroup.tsx';
import { formatActionGroupLabel } from './action-group-text.ts';
import { TooManyRows } from './TooManyRows.tsx';

interface Properties<Row> extends AnswerRowActions<Row> {
  answer: Answer;
}

interface Started<Row> {
  action: RowAction<Row>;
  opener: Element;
}

/** Buttons of the actions on all rows of an answer. The rows are loaded when an action starts. */
export function RowActionButtons<Row>({ answer, actions, dialog, loadRows }: Properties<Row>) {
  const starting = useMutation({
    mutationFn: (_: Started<Row>) => loadRows(),
    onSuccess: (rows, { action, opener }) => action.onAct(rows, opener),
    onError: (error) => notifyFailure(`Couldn’t load the ${answer.noun.many}`, error),
  });
  const count = countRequestedRows(answer);
  if (count > maxBulkItems) return <TooManyRows noun={answer.noun.many} />;
  return (
    <ActionGroup text={formatActionGroupLabel(count, answer.noun)}>
      {actions.map((action) => (
        <Button
          key={action.shortcut}
          size="xs"
          variant="default"
          leftSection={action.icon}
          loading={starting.isPending && starting.variables.action.shortcut === action.shortcut}
          onClick={({ currentTarget }) => starting.mutate({ action, opener: currentTarget })}
        >
          {action.label}
        </Button>
      ))}
      {dialog}
    </ActionGroup>
  );
}
