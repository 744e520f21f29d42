import { describe, expect, it } from 'vitest';
import {
  decideDemo,
  hasSearchFilterWithName,
  practiceTypeFromName,
  userWorkCountText,
} from './rules.ts';

it.each([
  ['Wasatch Orthodontics', 'Orthodontics'],
  ['Rye Brook Obstetrics & Gynclgy', null],
  ['Connecticut Orthopedic Assoc', null],
  ["Children's Dental Group", 'Pediatric Dentistry'],
  ['Yale Oral & Maxillofacial Srg', 'Oral Surgery'],
  ['Family Dentistry', 'General Dentistry'],
  ['John Q Public DDS', 'General Dentistry'],
  ['Provo Eye Care', 'Optometry'],
  ['Elm City Physical Therapy', 'Physical Therapy'],
  ['ST. MARY MEDICAL CENTER', 'Hospital'],
  ['Lakeview Regional Hospital', 'Hospital'],
  ['Canyon Family Medicine', 'Family Medicine'],
  ['Walk-in Clinic', 'Clinic'],
  ['Skin Care Assoc', 'Dermatology'],
  ['', null],
  ['Smith & Jones', null],
])('%s is %s', (name, type) => {
  expect(practiceTypeFromName(name)).toBe(type);
});

describe('whether a database has the demo', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const earlier = new Date('2026-10-01T10:00:00Z');
  const empty = { decision: undefined, hasImports: false, hasOwn: false, now };
  const laid = { decided: 'demo', asked: 'demo', decidedAt: earlier } as const;
  const without = { decided: 'none', asked: 'none', decidedAt: earlier } as const;

  it('is decided by SEED at the first start, and never in favor of the demo after an import', () => {
    expect(decideDemo({ ...empty, asked: 'demo' })).toEqual({
      hasDemo: true,
      decision: null,
      line: null,
    });
    const none = { decided: 'none', decidedAt: now } as const;
    expect(decideDemo({ ...empty, asked: 'none' })).toEqual({
      hasDemo: false,
      decision: { ...none, asked: 'none' },
      line: null,
    });
    for (const own of [
      { hasImports: true, hasOwn: false },
      { hasImports: false, hasOwn: true },
    ]) {
      expect(decideDemo({ ...empty, ...own, asked: 'demo' })).toEqual({
        hasDemo: false,
        decision: { ...none, asked: 'demo' },
        line: 'This database gets no demo, because it was used for imports.',
      });
      expect(decideDemo({ ...empty, ...own, asked: 'none' })).toMatchObject({
        hasDemo: false,
        line: null,
      });
    }
  });

  it('keeps the first decision, and a later change of SEED is reported', () => {
    expect(decideDemo({ ...empty, decision: laid, asked: 'demo' })).toEqual({
      hasDemo: true,
      decision: null,
      line: null,
    });
    expect(decideDemo({ ...empty, decision: laid, asked: 'none' })).toMatchObject({
      hasDemo: true,
      line: expect.stringMatching(/^SEED=none changes nothing.*--remove/),
    });
    expect(decideDemo({ ...empty, decision: without, asked: 'none' })).toEqual({
      hasDemo: false,
      decision: null,
      line: null,
    });
    expect(decideDemo({ ...empty, decision: without, asked: 'demo' })).toMatchObject({
      hasDemo: false,
      line: expect.stringMatching(/^SEED=demo .*changes nothing.*since 2026-10-01.*DATA_DIR/),
    });
    // SEED has the same value as at the decision.
    expect(
      decideDemo({ ...empty, decision: { ...without, asked: 'demo' }, asked: 'demo' }).line,
    ).toBeNull();
    expect(
      decideDemo({ ...empty, decision: { ...without, asked: 'demo' }, asked: 'none' }).line,
    ).toBeNull();
  });

  it('is reported when an earlier version mixed it with own practices', () => {
    expect(decideDemo({ ...empty, decision: laid, hasOwn: true, asked: 'demo' })).toMatchObject({
      hasDemo: true,
      line: expect.stringMatching(
        /^The demo is not continued because this database also has your own practices.*--remove/,
      ),
    });
  });
});

it.each([
  ['f.institutionName=Maple+Dental&sort=name', true],
  ['q=maple%20dental', true],
  ['f.institutionName=Maple', false],
  ['f.state=CA&cols=Maple+Dental', false],
  ['', false],
  ['q=%', false],
])('a saved view %s names Maple Dental: %s', (search, names) => {
  expect(hasSearchFilterWithName(search, ['Cedar Smiles', 'Maple Dental'])).toBe(names);
});

it('counts users’ work in words', () => {
  const none = {
    notes: 0,
    tasks: 0,
    assignments: 0,
    outcomes: 0,
    events: 0,
    prospects: 0,
    views: 0,
  };
  expect(userWorkCountText(none)).toBe('');
  expect(userWorkCountText({ ...none, notes: 1, tasks: 2, views: 3 })).toBe(
    '1 note, 2 tasks, 3 saved views of customers',
  );
});
