import type { Answer } from '#shared/assistant/assistant.ts';
import { GroupBars } from './GroupBars.tsx';
import type { AnswerGroup } from './GroupLink.tsx';
import { GroupTable } from './GroupTable.tsx';
import { columnMonthsOf, type GroupView } from './group-view.ts';
import { MonthColumnChart } from './MonthColumnChart.tsx';

interface Properties {
  answer: Answer;
  /** Groups to show. Columns of months always show all groups. */
  groups: readonly AnswerGroup[];
  view: GroupView;
}

/** Figures of groups as columns of months, bars or a table. */
export function GroupChartOrTable({ answer, groups, view }: Properties) {
  if (view === 'table') return <GroupTable answer={answer} groups={groups} />;
  const months = columnMonthsOf(answer);
  return months === null ? (
    <GroupBars answer={answer} groups={groups} />
  ) : (
    <MonthColumnChart answer={answer} span={months} />
  );
}
