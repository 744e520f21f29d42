import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { jobResultText } from '#server/core/jobs/job-words.ts';
import { rooms } from '#server/rooms.ts';
import { auditActionTexts } from '#shared/core/audit-actions.ts';

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

  it('have words for each job and each action of the audit log, never codes', () => {
    const titles = rooms.flatMap(({ jobs = [] }) =>
      jobs.map(({ name, words }) => [name, words?.title ?? name] as const),
    );
    for (const [name, title] of titles)
      expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z][\w:, -]+$/)]);
    expect(repeated(titles.map(([, title]) => title))).toEqual([]);
    const codes = Object.entries(auditActionTexts).filter(
      ([, text]) => !/^[A-Z][^._]+$/.test(text),
    );
    expect(codes).toEqual([]);
    expect(repeated(Object.values(auditActionTexts))).toEqual([]);
  });

  it('describe results of jobs in words', () => {
    const official = rooms
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'scores.official');
    const text = (result: Record<string, unknown>) => jobResultText(official?.words, result);
    expect(text({ weeks: 1, lastWeek: '2026-11-15' })).toBe(
      '1 week closed, last closed week from Nov 15, 2026',
    );
    expect(text({ weeks: 0, lastWeek: null, missing: 'usage' })).toBe(
      '0 weeks closed, missing usage',
    );
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
