import { expect, it } from 'vitest';
import { RunLog, runLogLimits } from './run-log.ts';

const clock = () => new Date('2026-11-18T18:00:00Z');

it('keeps the newest lines of a long log, and notes that earlier lines were dropped', () => {
  const log = new RunLog([], clock);
  for (let line = 1; line <= 1000; line += 1) log.add(`line ${line}`);
  expect(log.lines).toHaveLength(runLogLimits.lines);
  expect(log.lines[0]?.text).toBe('Earlier lines were dropped.');
  expect(log.lines[1]?.text).toBe('line 802');
  expect(log.lines.at(-1)?.text).toBe('line 1000');
});

it('continues the log of earlier attempts, and shortens or replaces text that cannot be stored', () => {
  const log = new RunLog([{ at: '2026-11-18T17:00:00.000Z', text: 'Before' }], clock);
  log.add(`a\0b${'x'.repeat(1000)}`);
  expect(log.lines.map(({ text }) => text.length)).toEqual([6, runLogLimits.characters]);
  expect(log.lines[1]?.text).not.toContain('\0');
});
