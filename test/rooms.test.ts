import { describe, expect, it } from 'vitest';
import { rooms } from '#server/rooms.ts';

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);

describe('declarations of the rooms', () => {
  it('name each timeline event once', () => {
    const events = rooms.flatMap(({ timeline }) => Object.keys(timeline?.events ?? {}));
    expect(events.length).toBeGreaterThan(10);
    expect(repeated(events)).toEqual([]);
  });

  it('have texts for every event, also where its details are missing', () => {
    for (const { timeline } of rooms)
      for (const [name, textsOf] of Object.entries(timeline?.events ?? {}))
        expect([name, textsOf(() => null).headline]).not.toContain('');
  });

  it('name each job and each schedule once', () => {
    expect(repeated(rooms.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)))).toEqual([]);
    expect(
      repeated(rooms.flatMap(({ schedules = [] }) => schedules.map(({ key }) => key))),
    ).toEqual([]);
  });
});
