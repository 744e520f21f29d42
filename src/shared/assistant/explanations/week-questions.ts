import type { Token } from '../words/tokens.ts';
import { matchTemplates } from './templates.ts';

const ending = '(week|weekly)';

/** Questions for a figure in each official week. */
const weekTemplates = [
  '# over [the] (time|weeks)',
  '# over [the] last weeks',
  `# (by|per|each|every) ${ending}`,
  '# week by week',
  '# weekly',
  'weekly #',
  '[show] [me] [the] (trend|history|development) (of|for) [the] #',
  '# trend',
  'how (has|have) [the] [number] [of] # (changed|developed|evolved|moved) [over] [time]',
  'how did [the] [number] [of] # (change|develop|evolve|move) [over] [time]',
];

/**
 * Returns the words that name the figure when a question asks for a figure in each week. For
 * 'average score by week', returns 'average score'. Returns `undefined` for other questions.
 */
export function findWeeklyFigureWords(tokens: readonly Token[]): readonly Token[] | undefined {
  const keys = tokens.map(({ key }) => key);
  const subject = matchTemplates(keys, weekTemplates);
  if (subject === undefined || subject === '') return undefined;
  const words = subject.split(' ');
  const from = keys.findIndex((_, at) => words.every((word, offset) => keys[at + offset] === word));
  return from < 0 ? undefined : tokens.slice(from, from + words.length);
}
