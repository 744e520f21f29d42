import { useQueryClient } from '@tanstack/react-query';
import { actionItemColumns } from '#shared/action-items/columns.ts';
import type { Answer } from '#shared/assistant/assistant.ts';
import { actionItemsQuery } from '#web/action-items/data.ts';
import { useActionItemActions } from '#web/action-items/use-action-item-actions.tsx';
import { RowActionButtons } from './RowActionButtons.tsx';

/** Bulk actions on the action items of an answer. */
export function ActionItemActions({ answer }: { answer: Answer }) {
  const client = useQueryClient();
  return (
    <RowActionButtons
      answer={answer}
      columns={actionItemColumns}
      load={async () => (await client.fetchQuery(actionItemsQuery)).rows}
      {...useActionItemActions()}
    />
  );
}
