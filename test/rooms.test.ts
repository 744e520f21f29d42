import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
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

  it('name each setting once, with a title and a default', () => {
    const schemas = rooms.flatMap(({ settings = [] }) => settings);
    const keys = schemas.flatMap(({ shape }) => Object.keys(shape));
    expect(keys.length).toBeGreaterThan(5);
    expect(repeated(keys)).toEqual([]);
    for (const schema of schemas) {
      expect(Object.keys(schema.parse({}))).toEqual(Object.keys(schema.shape));
      for (const [key, field] of Object.entries<z.ZodType>(schema.shape))
        expect([key, field.meta()?.title]).toEqual([key, expect.stringMatching(/^[A-Z]/)]);
    }
  });
});
