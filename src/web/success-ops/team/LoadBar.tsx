import { Text } from '@mantine/core';
import { loadVerdict } from '#shared/success-ops/team/rules.ts';
import type { TeamRow } from '#shared/success-ops/team/team.ts';
import classes from './team.module.css';

const looks = {
  free: { word: 'Free', mark: '○', color: 'var(--tier-healthy)' },
  ok: { word: 'OK', mark: '●', color: 'var(--tier-medium)' },
  too_much: { word: 'Too much', mark: '▲', color: 'var(--tier-critical)' },
  no_hours: { word: 'No hours', mark: '–', color: 'var(--tier-unknown)' },
} as const;

const hours = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} h`;

/** A load by word, mark, colour and length. */
export function LoadBar({ row: { neededHours, availableHours } }: { row: TeamRow }) {
  const { word, mark, color } = looks[loadVerdict(neededHours, availableHours)];
  const percent = availableHours === 0 ? null : Math.round((100 * neededHours) / availableHours);
  return (
    <div>
      <Text size="sm" fw={600} c={color}>
        <span aria-hidden>{mark}</span> {word}
        {percent !== null && ` ${percent}%`}
      </Text>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${Math.min(100, percent ?? 0)}%`, background: color }} />
      </div>
      <Text size="xs" c="dimmed">
        {hours(neededHours)} of {hours(availableHours)}
      </Text>
    </div>
  );
}
