import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupsByColoring, pinColorings, tierGroups } from './groups.ts';
import {
  addSilentArc,
  clusterIcon,
  computeRingSegments,
  findLargestGroup,
  pinIcon,
} from './icons.ts';

it.each([
  [[5, 1, 2, 0], 'Healthy'],
  [[0, 0, 0, 3], 'Unknown'],
  [[2, 2, 2, 2], 'Critical'],
  [[2, 2, 1, 0], 'Medium'],
  [[2, 0, 0, 2], 'Healthy'],
] as const)('of %j the leading tier is %s', (mix, tier) => {
  expect(findLargestGroup(mix, tierGroups)?.label).toBe(tier);
});

it('the ring is complete and proportional for any mix', () => {
  expect(computeRingSegments([1000, 1, 0, 0])).toEqual([180, 0, 0, 0]);
  expect(computeRingSegments([1, 1, 1, 1])).toEqual([45, 45, 45, 45]);
  expect(computeRingSegments([7, 0, 0, 0])).toEqual([180, 0, 0, 0]);
  expect(computeRingSegments([97, 1, 1, 1], 100)).toEqual([97, 1, 1, 1]);
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 4, maxLength: 4 }), (mix) => {
      const all = mix.reduce((sum, members) => sum + members, 0);
      fc.pre(all > 0);
      const ring = computeRingSegments(mix);
      expect(ring.reduce((sum, part) => sum + part, 0)).toBe(180);
      // Each group's part differs from its exact share by less than one segment.
      ring.forEach((part, at) => {
        expect(Math.abs(part - ((mix[at] ?? 0) / all) * 180)).toBeLessThan(1);
      });
    }),
  );
});

it('clusters that look the same share an icon', () => {
  const idOf = (count: number, mix: number[], scheme: 'light' | 'dark' = 'light') =>
    clusterIcon(count, mix, tierGroups, scheme).id;
  expect(idOf(200, [100, 50, 25, 25])).toBe(idOf(400, [200, 100, 50, 50]));
  expect(idOf(200, [100, 50, 25, 25])).not.toBe(idOf(200, [100, 50, 25, 25], 'dark'));
  expect(idOf(200, [100, 50, 25, 25])).not.toBe(
    clusterIcon(200, [100, 50, 25, 25], groupsByColoring.change, 'light').id,
  );
});

it('an arc shows the share of silent members, and is omitted when no member is silent', () => {
  const icon = clusterIcon(40, [40, 0, 0, 0], tierGroups, 'light');
  const partsOf = (silent: number) => addSilentArc(icon, silent, 40, 'light').id.split('-')[1];
  expect(addSilentArc(icon, 0, 40, 'light')).toBe(icon);
  expect([1, 10, 39, 40].map(partsOf)).toEqual(['2', '9', '35', '36']);
});

it('all groups of a coloring look different', () => {
  for (const coloring of pinColorings) {
    const groups = groupsByColoring[coloring];
    expect(new Set(groups.map((group) => pinIcon(group, false, 'light').id)).size).toBe(
      groups.length,
    );
    expect(new Set(groups.map(({ mark }) => mark)).size).toBe(groups.length);
    expect(new Set(groups.map(({ fill }) => fill)).size).toBe(groups.length);
  }
});
