import { useQueryClient } from '@tanstack/react-query';
import { actionItemColumns } from '#shared/action-items/columns.ts';
import type { AnswerRowProperties } from '#web/ui/list/row-actions.ts';
import { actionItemsQuery } from './data.ts';
import { useActionItemActions } from './use-action-item-actions.tsx';

/** Bulk actions on the action items of an answer. */
export function AnswerActionItemActions({ select, render }: AnswerRowProperties) {
  const client = useQueryClient();
  const { actions, dialog } = useActionItemActions();
  return render({
    actions,
    dialog,
    loadRows: async () =>
      select((await client.fetchQuery(actionItemsQuery)).rows, actionItemColumns),
  });
}
