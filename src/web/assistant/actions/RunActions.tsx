import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { runColumns } from '#shared/playbooks/columns.ts';
import { playbookRunsQuery } from '#web/playbooks/data.ts';
import { useRunActions } from '#web/playbooks/use-run-actions.tsx';
import { RowActionButtons } from './RowActionButtons.tsx';

/** Bulk actions on the playbook runs of an answer. */
export function RunActions({ answer }: { answer: Answer }) {
  const client = useQueryClient();
  return (
    <RowActionButtons
      answer={answer}
      columns={runColumns}
      load={async () => (await client.fetchQuery(playbookRunsQuery)).rows}
      {...useRunActions()}
    />
  );
}
