import { Popover, Table, Text, UnstyledButton } from '@mantine/core';
import { classifyWorkload, computeLoadPercent, sumNeededHours } from '#shared/team/rules.ts';
import type { TeamMemberLoad } from '#shared/team/team.ts';
import { hoursText } from '#web/work/workload-text.ts';
import classes from './team.module.css';
import { movableKindNames } from './words.ts';

const looks = {
  free: { word: 'Free', mark: '○', color: 'var(--tier-healthy)' },
  ok: { word: 'OK', mark: '●', color: 'var(--tier-medium)' },
  too_much: { word: 'Over capacity', mark: '▲', color: 'var(--tier-critical)' },
  no_hours: { word: 'No hours', mark: '–', color: 'var(--tier-unknown)' },
} as const;

interface Properties {
  needed: number;
  available: number;
  /** Highest load in percent of all bars that are compared. The bars have this common scale. */
  highestPercent: number;
}

/** Workload as a bar with text, symbol and color. A tick marks 100%. */
export function LoadBar({ needed, available, highestPercent }: Properties) {
  const { word, mark, color } = looks[classifyWorkload(needed, available)];
  const percent = computeLoadPercent(needed, available);
  const scale = Math.max(100, highestPercent);
  return (
    <div>
      <Text size="sm" fw={600} c={color}>
        <span aria-hidden>{mark}</span> {word}
        {percent !== null && ` ${percent}%`}
      </Text>
      <div className={classes.track} aria-hidden>
        <div
          className={classes.bar}
          style={{ width: `${(100 * (percent ?? 0)) / scale}%`, background: color }}
        />
        {scale > 100 && <div className={classes.capacity} style={{ left: `${10_000 / scale}%` }} />}
      </div>
    </div>
  );
}

/** Types of work that make up the hours. */
const parts = [
  ['customers', 'customer'],
  ['tasks', 'task'],
  ['riskCases', 'risk'],
  ['calls', 'call'],
] as const;

/** Table cell with the workload of a person. A click on the hours opens a breakdown. */
export function LoadCell({
  load: { person, hours, availableHours },
  highestPercent,
}: {
  load: TeamMemberLoad;
  highestPercent: number;
}) {
  const needed = sumNeededHours(hours);
  const text = `${hoursText(needed)} of ${hoursText(availableHours)}`;
  return (
    <>
      <LoadBar needed={needed} available={availableHours} highestPercent={highestPercent} />
      <Popover position="bottom-start" trapFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.hours}
            aria-label={`${text}, breakdown of the hours of ${person.name}`}
          >
            {text}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <Table aria-label={`Hours of ${person.name}`} verticalSpacing={2}>
            <Table.Tbody>
              {parts.map(([part, kind]) => (
                <Table.Tr key={part}>
                  <Table.Th scope="row" fw={400}>
                    {movableKindNames[kind]}
                  </Table.Th>
                  <Table.Td ta="right">{hoursText(hours[part])}</Table.Td>
                </Table.Tr>
              ))}
              <Table.Tr>
                <Table.Th scope="row">Needed per week</Table.Th>
                <Table.Td ta="right">{hoursText(needed)}</Table.Td>
              </Table.Tr>
              <Table.Tr>
                <Table.Th scope="row">Free in the next seven days</Table.Th>
                <Table.Td ta="right">{hoursText(availableHours)}</Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
