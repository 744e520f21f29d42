import { Anchor, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { maxTableWidgetRows } from '#shared/boards/widgets.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { planQuery } from '#web/assistant/data.ts';
import { figureText } from '#web/assistant/words.ts';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import classes from './boards.module.css';

interface Properties {
  plan: SentPlan;
  /** Returns the controls that edit mode shows. */
  controls: (title: string) => ReactNode;
}

/** Card of a pinned answer. It has its own filters, so the board's filters don't change it. */
export function AnswerWidgetCard({ plan, controls }: Properties) {
  const { data: outcome, error } = useQuery(planQuery(plan));
  const title = outcome?.kind === 'answer' ? outcome.reading : 'Pinned answer';
  return (
    <Paper
      p="md"
      bg="var(--surface)"
      component="section"
      className={classes.widget}
      data-kind="answer"
      aria-label={title}
    >
      <div className={classes.answerHead}>
        <Title order={2} size="h5" fw={650}>
          {title}
        </Title>
        {controls(title)}
      </div>
      {outcome === undefined && error === null && (
        <LoadingSkeleton label="Loading the answer" gap="xs">
          <Skeleton h={36} w="40%" />
          <Skeleton h={80} />
        </LoadingSkeleton>
      )}
      {outcome?.kind === 'answer' && <AnswerContent answer={outcome} />}
      {outcome?.kind === 'refuse' && (
        <Text size="sm">{outcome.reason} Edit the board to remove this widget.</Text>
      )}
      {outcome === undefined && error !== null && (
        <Text size="sm" role="alert">
          Couldn’t load the answer. {errorText(error)}
        </Text>
      )}
    </Paper>
  );
}

function AnswerContent({ answer }: { answer: Answer }) {
  const { link, groups, groupCount, columns, rows, total, reading, listName, plan } = answer;
  const hasRows = groups.length === 0 && rows.length > 0 && plan.aggregate.kind === 'rows';
  const lines = hasRows
    ? rows.slice(0, maxTableWidgetRows).map(({ texts }) => texts.slice(0, 3))
    : groups
        .slice(0, maxTableWidgetRows)
        .map(({ labels, valueText }) => [labels.join(', '), valueText]);
  const left = (hasRows ? total : groupCount) - lines.length;
  return (
    <>
      <Text fz={28} fw={650} lh={1.25}>
        <Anchor component={Link} to={link} inherit c="inherit" underline="always">
          {figureText(answer)}
        </Anchor>
      </Text>
      {lines.length > 0 && (
        <Table.ScrollContainer minWidth={260}>
          <Table
            withRowBorders={false}
            verticalSpacing={4}
            horizontalSpacing={6}
            className={classes.table}
            aria-label={reading}
          >
            {hasRows && (
              <Table.Thead>
                <Table.Tr>
                  {columns.slice(0, 3).map(({ key, label }) => (
                    <Table.Th key={key} scope="col">
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
            )}
            <Table.Tbody>
              {lines.map(([name, ...texts], at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state and never change their order
                <Table.Tr key={at}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {texts.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <Table.Td key={column} className={classes.number}>
                      {text}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Text size="xs" c="dimmed">
        {left > 0 && `${countText(left, hasRows ? 'more row' : 'more group')}. `}
        {`Counted over ${numberText(total)} ${listName}, with the answer’s own filters.`}
      </Text>
    </>
  );
}
