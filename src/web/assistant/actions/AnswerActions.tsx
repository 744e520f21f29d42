import { Stack } from '@mantine/core';
import type { Answer } from '#shared/assistant/assistant.ts';
import { AnswerListBulkActions } from './AnswerListBulkActions.tsx';
import { CustomerActions } from './CustomerActions.tsx';
import { TooManyRows } from './TooManyRows.tsx';

/** Bulk actions for the rows of an answer and for their customers. */
export function AnswerActions({ answer }: { answer: Answer }) {
  const { total, customers } = answer;
  if (total === 0) return null;
  if (customers.isTooMany) return <TooManyRows noun="customers" />;
  return (
    <Stack gap={6} data-guide="assistant-actions">
      <AnswerListBulkActions answer={answer} />
      {customers.institutionIds.length > 0 && <CustomerActions answer={answer} />}
    </Stack>
  );
}
