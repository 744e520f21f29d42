import { Suspense } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';
import { parseList } from '#shared/list/address.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { resolveViewerFilters } from '#shared/list/state.ts';
import type { AnswerActionComponents } from '#web/ui/list/row-actions.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { customersOf } from './answer-customers.ts';
import { RowActionButtons } from './RowActionButtons.tsx';

const rooms = import.meta.glob<AnswerActionComponents>('/src/web/*/answer-actions.ts', {
  eager: true,
  import: 'answerActionComponents',
});
const actionsByList: AnswerActionComponents = Object.assign({}, ...Object.values(rooms));

/** Bulk actions that the page of an answer's list has, besides those for its customers. */
export function AnswerListBulkActions({ answer }: { answer: Answer }) {
  const viewer = useViewerName();
  const { list } = answer.plan;
  const Actions = actionsByList[list];
  if (Actions === undefined) return null;
  return (
    <Suspense>
      <Actions
        list={list}
        customers={customersOf(answer)}
        select={(rows, columns) => selectRows(answer, rows, columns, viewer)}
        render={(actions) => <RowActionButtons answer={answer} {...actions} />}
      />
    </Suspense>
  );
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
