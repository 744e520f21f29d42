import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { healthTiers } from '#shared/core/tiers.ts';
import { heatOpacity } from './chart/heat.ts';
import { resolveCssVariables, schemeColors, theme } from './theme.ts';
import { graceOutline, tierStyles } from './tier/tiers.ts';

/** Computes the WCAG 2 relative luminance of a #rrggbb color. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort(
    (first, second) => second - first,
  );
  return (high + 0.05) / (low + 0.05);
}

/** Mixes two #rrggbb colors. `part` is the share of the first one, 0–1. */
const mix = (one: string, other: string, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [first, second] = [one, other].map((color) =>
        Number.parseInt(color.slice(at, at + 2), 16),
      );
      return Math.round((first ?? 0) * part + (second ?? 0) * (1 - part))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

test('a filled button of a dangerous action has a shade on which white text is readable', () => {
  const { colors } = mergeMantineTheme(DEFAULT_THEME, theme);
  expect(contrast(schemeColors.light.surface, colors.red[9])).toBeGreaterThanOrEqual(4.5);
});

const schemes = ['light', 'dark'] as const;

test.each(schemes)('text in %s has a contrast of 4.5:1 on page and surfaces', (scheme) => {
  const { page, surface, sand, text, muted, accent } = schemeColors[scheme];
  const words = {
    text,
    muted,
    accent,
    ...Object.fromEntries(healthTiers.map((tier) => [tier, tierStyles[tier].text[scheme]])),
  };
  for (const [name, color] of Object.entries(words)) {
    for (const ground of [page, surface, sand])
      expect(contrast(color, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(['yellow', 'orange', 'red'])(
  'text on a light %s background has a contrast of 4.5:1 in dark mode',
  (name) => {
    const { dark } = resolveCssVariables(mergeMantineTheme(DEFAULT_THEME, theme));
    const ground = dark[`--mantine-color-${name}-light`] ?? '';
    const own = dark[`--mantine-color-${name}-light-color`] ?? '';
    const { text, muted, accent } = schemeColors.dark;
    for (const color of ['#ffffff', own, text, muted, accent])
      expect(contrast(color, ground), color).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(schemes)('borders of fields in %s have a contrast of 3:1', (scheme) => {
  const { page, surface, sand, control } = schemeColors[scheme];
  for (const ground of [page, surface, sand])
    expect(contrast(control, ground), ground).toBeGreaterThanOrEqual(3);
  const variables = resolveCssVariables(mergeMantineTheme(DEFAULT_THEME, theme))[scheme];
  expect(variables['--control-line']).toBe(control);
});

test.each(schemes)('a disabled icon in %s is lighter than an enabled one', (scheme) => {
  const { surface, muted, disabled } = schemeColors[scheme];
  expect(contrast(disabled, surface)).toBeLessThan(contrast(muted, surface) / 2);
});

test.each(schemes)('the focus ring in %s has a contrast of 3:1', (scheme) => {
  const { page, surface, sand, accent } = schemeColors[scheme];
  for (const ground of [page, surface, sand])
    expect(contrast(accent, ground), ground).toBeGreaterThanOrEqual(3);
});

test.each(schemes)('text in %s has a contrast of 4.5:1 on every cell of a heat map', (scheme) => {
  const { surface, text, accent } = schemeColors[scheme];
  const part = heatOpacity.highest / 100;
  for (const color of [accent, tierStyles.Critical.text[scheme]]) {
    const ground = mix(color, surface, part);
    expect(contrast(text, ground), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(surface, ground), color).toBeGreaterThanOrEqual(2);
  }
});

test.each(schemes)('shapes in %s and their white marks have a contrast of 3:1', (scheme) => {
  for (const tier of healthTiers) {
    expect(contrast(tierStyles[tier].fill, schemeColors[scheme].page), tier).toBeGreaterThanOrEqual(
      3,
    );
    expect(contrast(tierStyles[tier].fill, '#ffffff'), tier).toBeGreaterThanOrEqual(3);
  }
  expect(contrast(graceOutline.color, schemeColors[scheme].page)).toBeGreaterThanOrEqual(3);
});

test.each(schemes)('white text in %s has a contrast of 4.5:1 on the deep background', (scheme) => {
  expect(contrast('#ffffff', schemeColors[scheme].deep)).toBeGreaterThanOrEqual(4.5);
});

test('white text on a filled button has a contrast of 4.5:1', () => {
  expect(contrast('#ffffff', theme.colors?.teal?.[7] ?? '')).toBeGreaterThanOrEqual(4.5);
  expect(contrast('#ffffff', theme.colors?.teal?.[6] ?? '')).toBeGreaterThanOrEqual(4.5);
});

test('every tier has a unique mark', () => {
  expect(new Set(healthTiers.map((tier) => tierStyles[tier].mark)).size).toBe(healthTiers.length);
});
