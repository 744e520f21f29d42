import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { maxTableWidgetRows } from '#shared/boards/widgets.ts';
import { countText } from '#shared/core/words.ts';
import { planQuery } from '#web/assistant/data.ts';
import { GroupFigures } from '#web/assistant/groups/GroupFigures.tsx';
import { columnMonthsOf, firstView } from '#web/assistant/groups/group-view.ts';
import { RowTable } from '#web/assistant/RowTable.tsx';
import { figureText } from '#web/assistant/words.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { AnswerSkeleton, pinnedAnswerTitle } from './AnswerSkeleton.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';

interface Properties {
  plan: SentPlan;
  /** Returns the controls that edit mode shows. */
  controls: (title: string) => ReactNode;
}

/** Card of a pinned answer. It has its own filters, so the board's filters don't change it. */
export function AnswerWidgetCard({ plan, controls }: Properties) {
  const { data: outcome, error, refetch } = useQuery(planQuery(plan));
  const title = outcome?.kind === 'answer' ? outcome.reading : pinnedAnswerTitle;
  return (
    <WidgetFrame kind="answer" title={title} controls={controls(title)}>
      {outcome === undefined && error === null && <AnswerSkeleton />}
      {outcome?.kind === 'answer' && <AnswerContent answer={outcome} />}
      {outcome?.kind === 'refuse' && (
        <Text size="sm">{outcome.reason} Edit the board to remove this widget.</Text>
      )}
      {error !== null && (
        <ErrorState title="Couldn’t load the answer" error={error} onRetry={() => void refetch()} />
      )}
    </WidgetFrame>
  );
}

/** Number of columns of a table. A wider one would not fit into a widget. */
const shownColumns = 3;

function AnswerContent({ answer }: { answer: Answer }) {
  const { reading, link, groups, groupCount, columns, rows, total, noun, plan } = answer;
  const hasGroups = plan.groups.length > 0;
  const view = firstView(answer);
  const hasColumns = view === 'chart' && columnMonthsOf(answer) !== null;
  const shownGroups = hasColumns ? groups : groups.slice(0, maxTableWidgetRows);
  const shownRows =
    hasGroups || plan.aggregate.kind !== 'rows' ? [] : rows.slice(0, maxTableWidgetRows);
  return (
    <Stack gap="xs">
      <Text fz={28} fw={650} lh={1.25}>
        <Anchor component={Link} to={link} inherit c="inherit" underline="always">
          {figureText(answer)}
        </Anchor>
      </Text>
      {shownGroups.length > 0 && <GroupFigures answer={answer} groups={shownGroups} view={view} />}
      {shownRows.length > 0 && (
        <RowTable reading={reading} columns={columns.slice(0, shownColumns)} rows={shownRows} />
      )}
      <Text size="xs" c="dimmed">
        {groupCount > shownGroups.length &&
          `${countText(groupCount - shownGroups.length, 'more group')}. `}
        {shownRows.length > 0 &&
          rowCount(answer) > shownRows.length &&
          `${countText(rowCount(answer) - shownRows.length, 'more row')}. `}
        {plan.aggregate.kind !== 'count' &&
          plan.aggregate.kind !== 'rows' &&
          `Based on ${countText(total, noun.one, noun.many)}. `}
        The board’s filters don’t apply.
      </Text>
    </Stack>
  );
}

/** Returns the number of rows that the plan asks for. */
const rowCount = ({ plan: { aggregate }, total }: Answer): number =>
  aggregate.kind === 'rows' ? Math.min(aggregate.limit ?? total, total) : total;
