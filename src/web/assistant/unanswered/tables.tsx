import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BadAnswer, RefusedQuestion, UnknownWord } from '#shared/assistant/unanswered.ts';
import { numberText } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import classes from './unanswered.module.css';

function Rows({
  label,
  headings,
  hasActions = false,
  children,
}: {
  label: string;
  headings: readonly string[];
  /** `true` when the last cell of each row has a button. */
  hasActions?: boolean;
  children: ReactNode;
}) {
  return (
    <WideTable label={label} minWidth={720}>
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading) => (
            <Table.Th key={heading}>{heading}</Table.Th>
          ))}
          {hasActions && (
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </WideTable>
  );
}

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
    <Rows
      label="Unknown words"
      headings={['Word', 'Questions', 'Last asked', 'Examples']}
      hasActions
    >
      {rows.map(({ word, questions, lastAskedAt, examples }) => (
        <Table.Tr key={word}>
          <Table.Th scope="row" className={classes.text}>
            {word}
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
    </Rows>
  );
}

/** Refused questions whose words are all known. */
export function RefusedTable({ rows }: { rows: readonly RefusedQuestion[] }) {
  const momentText = useMomentFormatter();
  return (
    <Rows
      label="Other refused questions"
      headings={['Question', 'Reason', 'Times asked', 'Last asked']}
    >
      {rows.map(({ question, reason, times, lastAskedAt }) => (
        <Table.Tr key={`${question} ${reason}`}>
          <Table.Td className={classes.text}>{question}</Table.Td>
          <Table.Td className={classes.text}>{reason}</Table.Td>
          <Table.Td>{numberText(times)}</Table.Td>
          <Table.Td>{momentText(lastAskedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

/** Answers that users rated as bad, with their reasons. */
export function BadAnswerTable({ rows }: { rows: readonly BadAnswer[] }) {
  const momentText = useMomentFormatter();
  return (
    <Rows label="Bad ratings" headings={['Question', 'Understood as', 'Reason', 'Rated']}>
      {rows.map(({ turnId, question, reading, reason, ratedAt }) => (
        <Table.Tr key={turnId}>
          <Table.Td className={classes.text}>{question}</Table.Td>
          <Table.Td className={classes.text}>{reading ?? '–'}</Table.Td>
          <Table.Td className={classes.text}>{reason === '' ? 'None given' : reason}</Table.Td>
          <Table.Td>{momentText(ratedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
