import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, answerLimits } from '#shared/assistant/assistant.ts';
import { numberText } from '#shared/core/words.ts';
import { RowTable } from './RowTable.tsx';

/** Number of rows that are shown before the user asks for all rows of the answer. */
const firstRows = 10;

/** First rows of the list behind an answer. */
export function AnswerRows({
  answer: { reading, columns, rows, total, noun },
}: {
  answer: Answer;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const isShortened = rows.length > firstRows + 2;
  const visible = isShortened && !showsAll ? rows.slice(0, firstRows) : rows;
  return (
    <div>
      <RowTable reading={reading} columns={columns} rows={visible} />
      <Group gap="sm" mt={4}>
        {isShortened && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show the first ${firstRows}` : `Show ${numberText(rows.length)} rows`}
          </Button>
        )}
        {total > rows.length && rows.length === answerLimits.rows && (
          <Text size="xs" c="dimmed">
            An answer shows at most {answerLimits.rows} rows. The list has all {numberText(total)}{' '}
            {noun.many}.
          </Text>
        )}
      </Group>
    </div>
  );
}
