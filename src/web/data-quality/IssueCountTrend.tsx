import { Group, Text } from '@mantine/core';
import { numberText } from '#shared/core/words.ts';
import type { DailyIssueCounts, IssueKind } from '#shared/data-quality/issues.ts';
import { signedText } from '#shared/list/column.ts';
import { dayText, useToday } from '#web/core/days.ts';
import { createValueScale, linePath } from '#web/ui/chart/plot.ts';

const size = { width: 72, height: 22, top: 3, bottom: 19, left: 2, right: 70 };

/** Line chart of the daily issue counts, with the change since the first day. */
export function IssueCountTrend({
  kind,
  days,
  label,
}: {
  kind: IssueKind;
  days: readonly DailyIssueCounts[];
  label: string;
}) {
  const today = useToday();
  const values = days.map(({ counts }) => counts[kind]);
  const [first] = days;
  if (first === undefined) return <>No trend yet</>;
  const since = dayText(first.day, today).replace(/^(Today|Yesterday)$/, (word) =>
    word.toLowerCase(),
  );
  if (days.length === 1) return <>Counted since {since}</>;
  const before = first.counts[kind];
  const now = values.at(-1) ?? before;
  const height = createValueScale(size, Math.max(...values, 1));
  const step = (size.right - size.left) / (values.length - 1);
  const points = values.map((value, at) => ({ x: size.left + at * step, y: height(value) }));
  return (
    <Group gap={6} wrap="nowrap">
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`${label}: ${numberText(before)} on ${dayText(first.day, today)}, ${numberText(now)} at the last check`}
      >
        <path d={linePath(points)} fill="none" stroke="var(--accent)" strokeWidth={1.75} />
      </svg>
      <Text inherit span>
        {signedText(now - before, '')} since {since}
      </Text>
    </Group>
  );
}
