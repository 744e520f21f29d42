/** Ticket themes with their keywords. The first matching theme applies. */
const themes = [
  [
    'Leaving',
    [
      'cancel',
      'cancellation',
      'terminate',
      'notice period',
      'not to continue',
      'switching to',
      'moving to another',
    ],
  ],
  ['Change of ownership', ['new owner', 'ownership', 'sold the practice', 'acquired']],
  [
    'Billing',
    [
      'invoice',
      'billing',
      'charge',
      'charged',
      'refund',
      'credit card',
      'card on file',
      'our card',
      'price',
    ],
  ],
  [
    'Outage',
    [
      'stopped working',
      'not working',
      'not been working',
      'does not work',
      "doesn't work",
      'is down',
      'outage',
      'error',
      'cannot log in',
    ],
  ],
  ['Slowness', ['slow', 'times out', 'timed out', 'takes forever', 'to load']],
  [
    'Wrong data',
    [
      'does not match',
      "doesn't match",
      'wrong',
      'missing',
      'duplicate',
      'out of sync',
      'not syncing',
    ],
  ],
  [
    'Patients’ experience',
    ['patients are confused', 'patients told us', 'patients complain', 'confused by'],
  ],
  ['Training', ['training', 'train', 'walk them through', 'new team member', 'how to use']],
  ['Reports', ['report', 'reports', 'statistics', 'export']],
  ['Set-up', ['settings', 'set up', 'setup', 'configure', 'connect', 'integration', 'adjust']],
] as const;

const noTheme = 'Other';
export type TicketThemeName = (typeof themes)[number][0] | typeof noTheme;
export const ticketThemeNames: readonly TicketThemeName[] = [
  ...themes.map(([theme]) => theme),
  noTheme,
];

// Matches whole words, ignoring case and extra spaces.
const patterns = themes.map(([theme, words]) => ({
  theme,
  pattern: new RegExp(
    `(?<![\\p{L}\\d])(?:${words.map((each) => each.replaceAll(' ', '\\s+')).join('|')})(?![\\p{L}\\d])`,
    'iu',
  ),
}));

/**
 * Returns the first theme with a keyword in the subject, otherwise in the text. Returns Other when
 * none matches.
 */
export function classifyTicketTheme(subject: string, text: string): TicketThemeName {
  const themeIn = (words: string) =>
    patterns.find(({ pattern }) => pattern.test(words.replaceAll('’', "'")))?.theme;
  return themeIn(subject) ?? themeIn(text) ?? noTheme;
}
