import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allMapFilters,
  formatMapStateForUrl,
  type MapState,
  parseMapStateFromUrl,
} from './map-address.ts';

const plain: MapState = {
  at: null,
  filters: allMapFilters,
  coloring: 'tier',
  hidden: new Set(),
  incidents: true,
  panel: { kind: 'none' },
  miles: 25,
};

const states: [string, MapState][] = [
  ['', plain],
  ['?at=39.1,-96.6,4.5', { ...plain, at: { latitude: 39.1, longitude: -96.6, zoom: 4.5 } }],
  [
    '?at=30.2672,-97.7431,11',
    { ...plain, at: { latitude: 30.2672, longitude: -97.7431, zoom: 11 } },
  ],
  [
    '?show=critical,prospects',
    { ...plain, filters: { tiers: new Set(['Critical']), grace: false, prospects: true } },
  ],
  ['?show=nothing', { ...plain, filters: { tiers: new Set(), grace: false, prospects: false } }],
  ['?incidents=off', { ...plain, incidents: false }],
  ['?color=change&hide=up,flat', { ...plain, coloring: 'change', hidden: new Set(['up', 'flat']) }],
  [
    '?area=-215.25,-14.3,-72.5,53',
    {
      ...plain,
      panel: { kind: 'area', bounds: { west: -215.25, south: -14.3, east: -72.5, north: 53 } },
    },
  ],
  [
    '?area=-125,24.3,-66.5,49.6',
    {
      ...plain,
      panel: { kind: 'area', bounds: { west: -125, south: 24.3, east: -66.5, north: 49.6 } },
    },
  ],
  ['?list=not-on-the-map', { ...plain, panel: { kind: 'unplottable' } }],
  [
    '?near=30.27,-97.74,Austin,+TX&miles=any',
    {
      ...plain,
      panel: { kind: 'near', place: { latitude: 30.27, longitude: -97.74 }, name: 'Austin, TX' },
      miles: 'any',
    },
  ],
];

describe('the map’s URL', () => {
  it.each(states)('%s is parsed and formatted', (search, state) => {
    expect(parseMapStateFromUrl(search)).toEqual(state);
    expect(formatMapStateForUrl('', state)).toBe(search);
  });

  it('keeps other parameters and removes outdated ones', () => {
    expect(formatMapStateForUrl('?ref=mail&at=1,2,3&show=grace', plain)).toBe('?ref=mail');
  });

  it('does not contain the user’s location', () => {
    const near = {
      kind: 'near',
      place: { latitude: 30.27, longitude: -97.74 },
      name: null,
    } as const;
    expect(formatMapStateForUrl('', { ...plain, panel: near })).toBe('');
  });

  it('rounds numbers to a useful precision', () => {
    const at = { latitude: 39.123456789, longitude: -96.6000000001, zoom: 4.4999999 };
    expect(formatMapStateForUrl('', { ...plain, at })).toBe('?at=39.12,-96.6,4.5');
  });

  it.each([
    '?at=91,0,3',
    '?at=1,2',
    '?at=1e2,3,4',
    '?at=NaN,Infinity,4',
    '?at=10,20,99',
    '?at=,,',
    '?show=<script>',
    '?show=',
    '?color=mood',
    '?hide=up',
    '?area=10,10,5,20',
    '?area=1,2,3',
    '?near=30,-97',
    '?near=30,-97,<b>x</b>',
    `?near=30,-97,${'x'.repeat(61)}`,
    '?near=300,-97,Austin',
    '?list=../..',
    '?miles=1000000',
    '?%E0%A4%A=1',
  ])('%s falls back to the default', (search) => {
    expect(parseMapStateFromUrl(search)).toEqual(plain);
  });

  it('parses any text without throwing, and formatting the result is stable', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('at', 'show', 'color', 'hide', 'list', 'area', 'near', 'miles'),
          fc.string(),
        ),
        (values) => {
          const state = parseMapStateFromUrl(`?${new URLSearchParams(values)}`);
          const again = parseMapStateFromUrl(formatMapStateForUrl('', state));
          expect(again.filters).toEqual(state.filters);
          expect(again.coloring).toBe(state.coloring);
          expect(again.panel).toEqual(state.panel);
        },
      ),
    );
  });
});
