import { useQueryClient } from '@tanstack/react-query';
import { runColumns } from '#shared/playbooks/columns.ts';
import type { AnswerRowProperties } from '#web/ui/list/row-actions.ts';
import { playbookRunsQuery } from './data.ts';
import { useStopRunsAction } from './use-stop-runs-action.tsx';

/** Bulk actions on the playbook runs in an answer of the assistant. */
export function AnswerRunActions({ select, render }: AnswerRowProperties) {
  const client = useQueryClient();
  const { actions, dialog } = useStopRunsAction();
  return render({
    actions,
    dialog,
    loadRows: async () => select((await client.fetchQuery(playbookRunsQuery)).rows, runColumns),
  });
}
