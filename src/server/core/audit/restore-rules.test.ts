import { expect, it } from 'vitest';
import { collectLogHeadsToReplace, findReplacingRestore } from './restore-rules.ts';

const at = new Date('2026-11-18T18:00:00Z');
const restore = { position: 5, hash: 'e5', at, replaced: [{ position: 8, hash: 'h8' }] };
const recorded = { position: 8, hash: 'h8', at: at.toISOString(), sealedFrom: 1, breaks: [] };
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString();

it.each([
  ['the newest entry that it replaced', {}, {}, true],
  ['an earlier entry of that log', { position: 7, hash: 'h7' }, {}, true],
  ['an entry that this log did not have', { position: 9, hash: 'h9' }, {}, false],
  ['another entry at the same position', { hash: 'x8' }, {}, false],
  ['any entry when the log was lost', { position: 900, hash: 'x' }, { replaced: null }, true],
  ['none when it replaced none', {}, { replaced: [] }, false],
  [
    'none of a machine that knows the restore',
    { restores: ['e4', 'e5'] },
    { replaced: null },
    false,
  ],
  ['one that a clock 5 minutes ahead recorded', { at: minutesLater(5) }, {}, true],
  ['none that is recorded later', { at: minutesLater(5.1) }, { replaced: null }, false],
])('a restore explains %s', (_, record, change, expected) => {
  expect(
    findReplacingRestore({ ...recorded, ...record }, [{ ...restore, ...change }]) !== undefined,
  ).toBe(expected);
});

it('a restore replaces the log before it and the logs that earlier restores replaced', () => {
  const newest = { position: 6, hash: 'h6' };
  expect(collectLogHeadsToReplace(newest, [])).toEqual([newest]);
  expect(collectLogHeadsToReplace(newest, [restore])).toEqual([
    newest,
    { position: 8, hash: 'h8' },
  ]);
  expect(collectLogHeadsToReplace(null, [])).toEqual([]);
  expect(collectLogHeadsToReplace(newest, [restore, { ...restore, replaced: null }])).toBeNull();
});
