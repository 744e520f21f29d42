import { Button, Table, Text } from '@mantine/core';
import type { BadAnswer, RefusedQuestion, UnknownWord } from '#shared/assistant/unanswered.ts';
import { numberText } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { HeadedTable } from '#web/ui/HeadedTable.tsx';
import classes from './unanswered.module.css';

/** Unknown words with example questions. A button adds a synonym for each word. */
export function UnknownWordTable({
  rows,
  onAdd,
}: {
  rows: readonly UnknownWord[];
  onAdd: (word: string) => void;
}) {
  const momentText = useMomentFormatter();
  return (
    <HeadedTable
      label="Unknown words"
      headings={['Word', 'Questions', 'Last asked', 'Examples']}
      hasActions
    >
      {rows.map(({ word, questions, lastAskedAt, examples }) => (
        <Table.Tr key={word}>
          <Table.Th scope="row" className={classes.text}>
            <Text inherit lineClamp={3} title={word}>
              {word}
            </Text>
          </Table.Th>
          <Table.Td>{numberText(questions)}</Table.Td>
          <Table.Td>{momentText(lastAskedAt)}</Table.Td>
          <Table.Td className={classes.text}>
            {examples.map((example) => (
              <Text key={example} size="sm" lineClamp={2}>
                {example}
              </Text>
            ))}
          </Table.Td>
          <Table.Td ta="right">
            <Button
              size="compact-sm"
              variant="light"
              aria-label={`Add synonym for ${word}`}
              onClick={() => onAdd(word)}
            >
              Add synonym
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** Refused questions whose words are all known. */
export function RefusedTable({ rows }: { rows: readonly RefusedQuestion[] }) {
  const momentText = useMomentFormatter();
  return (
    <HeadedTable
      label="Other refused questions"
      headings={['Question', 'Reason', 'Times asked', 'Last asked']}
    >
      {rows.map(({ question, reason, times, lastAskedAt }) => (
        <Table.Tr key={`${question} ${reason}`}>
          <Table.Th scope="row" className={classes.text}>
            {question}
          </Table.Th>
          <Table.Td className={classes.text}>{reason}</Table.Td>
          <Table.Td>{numberText(times)}</Table.Td>
          <Table.Td>{momentText(lastAskedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** Answers that users rated as bad, with their reasons. */
export function BadAnswerTable({ rows }: { rows: readonly BadAnswer[] }) {
  const momentText = useMomentFormatter();
  return (
    <HeadedTable label="Bad ratings" headings={['Question', 'Understood as', 'Reason', 'Rated']}>
      {rows.map(({ turnId, question, reading, reason, ratedAt }) => (
        <Table.Tr key={turnId}>
          <Table.Th scope="row" className={classes.text}>
            {question}
          </Table.Th>
          <Table.Td className={classes.text}>{reading ?? '–'}</Table.Td>
          <Table.Td className={classes.text}>{reason === '' ? 'None given' : reason}</Table.Td>
          <Table.Td>{momentText(ratedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
