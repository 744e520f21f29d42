import { expect, it } from 'vitest';
import { classifyTicketTheme, ticketThemeNames } from './themes.ts';

it.each([
  ['Request to cancel', '', 'Leaving'],
  ['Reminders stopped working this morning', 'Please cancel nothing', 'Outage'],
  ['Hello', 'It doesn’t   work since Monday', 'Outage'],
  ['Forms: TRAINING for two', '', 'Training'],
  ['A trainer came', '', 'Other'],
  ['We have concerns about pricey lunches', 'uncharged', 'Other'],
  ['', '', 'Other'],
])('%j with %j is about %s', (subject, text, theme) => {
  expect(classifyTicketTheme(subject, text)).toBe(theme);
  expect(ticketThemeNames).toContain(theme);
});
