import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { resolveViewerFilters } from '#shared/list/state.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import type { RowAction, RowActions } from '#web/ui/list/row-actions.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { rowCount } from '../words.ts';
import { ActionGroup } from './ActionGroup.tsx';
import { actedText } from './acted-text.ts';
import { TooManyRows } from './TooManyRows.tsx';

interface Properties<Row> extends RowActions<Row> {
  answer: Answer;
  columns: readonly ListColumn<Row>[];
  /** Loads the rows of the list's page. */
  load: () => Promise<readonly Row[]>;
}

interface Started<Row> {
  action: RowAction<Row>;
  opener: Element;
}

/** Returns the rows of an answer: the rows with its filters, up to its limit. */
function selectRows<Row>(
  { plan: { state, aggregate } }: Answer,
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  viewer: string | null,
): readonly Row[] {
  const list = parseList(new URLSearchParams(state), columns).state;
  const filters = resolveViewerFilters(list.filters, viewer);
  const matching = filterAndSortRows(rows, columns, { ...list, filters });
  return aggregate.kind === 'rows' ? matching.slice(0, aggregate.limit ?? undefined) : matching;
}

/**
 * Actions of a list's page on all rows of an answer. The rows are loaded when an action starts,
 * because an answer has only texts.
 */
export function RowActionButtons<Row>({ answer, columns, load, actions, dialog }: Properties<Row>) {
  const viewer = useViewerName();
  const starting = useMutation({
    mutationFn: async (_: Started<Row>) => selectRows(answer, await load(), columns, viewer),
    onSuccess: (rows, { action, opener }) => action.onAct(rows, opener),
    onError: (error) => notifyFailure(`Couldn’t load the ${answer.noun.many}`, error),
  });
  const count = rowCount(answer);
  if (count > maxBulkItems) return <TooManyRows noun={answer.noun.many} />;
  return (
    <ActionGroup text={actedText(count, answer.noun)}>
      {actions.map((action) => (
        <Button
          key={action.shortcut}
          size="xs"
          variant="default"
          leftSection={action.icon}
          loading={starting.isPending && starting.variables.action === action}
          onClick={({ currentTarget }) => starting.mutate({ action, opener: currentTarget })}
        >
          {action.label}
        </Button>
      ))}
      {dialog}
    </ActionGroup>
  );
}
