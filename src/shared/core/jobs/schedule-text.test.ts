import { describe, expect, test } from 'vitest';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { cronText, cronTimesOfDay } from './schedule-text.ts';
import { schedulesNamedInGuides } from './schedules.ts';

describe('the text of a schedule', () => {
  test.each([
    ['0 2 * * 0', 'Sundays at 2 AM'],
    ['0 2 * * *', 'daily at 2 AM'],
    ['30 14 * * 3', 'Wednesdays at 2:30 PM'],
    ['0 0 * * *', 'daily at 12 AM'],
    ['0 12 * * *', 'daily at 12 PM'],
    ['0 */6 * * *', 'every 6 hours'],
    ['0 */4 * * *', 'every 4 hours'],
    ['30 0,6,12,18 * * *', 'four times daily'],
    ['0 1,2,3,4,5,6,7,8 * * *', '8 times daily'],
  ])('%s is %s', (cron, text) => expect(cronText(cron)).toBe(text));

  test('its times of day', () =>
    expect(cronTimesOfDay('5 */6 * * *')).toEqual(['12:05 AM', '6:05 AM', '12:05 PM', '6:05 PM']));

  test.each(['', '* * * * *', '0 2 1 * *', '0 2 * 3 *', '0 */5 * * 9', 'x'])(
    '%j has no text',
    (cron) => {
      expect(() => cronText(cron)).toThrow('Cannot describe');
    },
  );

  test('every schedule has a text', () => {
    const crons = [...schedulesNamedInGuides, ...scheduledPipelineSteps].map(({ cron }) => cron);
    for (const cron of crons) expect(cronText(cron)).toMatch(/AM|hours|daily/);
  });
});
