/** Matches words that leave a doc comment without a subject when the comment starts with them. */
export const subjectlessCommentStart =
  /^(?:What|Whether|Who|Whose|Those|Its|Of|Ours|So many|As many|The one)\b/;

/**
 * Words that comments, texts and test titles avoid, each with a replacement. A pattern matches
 * whole words in any case.
 */
const words: readonly (readonly [pattern: string, instead: string])[] = [
  // Invented terms of customer success
  ['look(?:s|ed|ing)? after', 'own, owner, no owner'],
  ['wrong alarms?', 'false alarm'],
  ['records? systems?', 'EHR'],
  ['stragglers?', 'overdue or untouched tickets'],
  ['look-?backs', 'reviews'],
  ['left in peace', 'not flagged'],
  ['well again', 'resolved, recovered'],
  ['at the foot of', 'at the bottom of'],
  ['(?<!scrolled )to the middle', 'to the median'],
  ['not yet at the first', 'before the first'],
  ['wish(?:es|ed)?', 'request'],

  // Pronouns in the place of a role
  ['somebody', 'user, admin, caller'],
  ['nobody', 'no user, no caller'],
  ['whoever', 'user, admin, caller'],
  ['(?:is|are|be|was|were) told(?! apart)', 'is notified, is reported'],

  // British spellings
  ['colou?rblind', 'color-blind'],
  ['(?:dis)?colour(?:s|ed|ing|ful|less)?', 'color'],
  ['(?:behaviour|favour|flavour|harbour|honour|humour|labour|neighbour|rumour)\\w*', '-or'],
  ['cent(?:re|res|red|ring)', 'center'],
  ['(?:milli|centi|kilo)?metres?|litres?|fibres?', '-er'],
  [
    '(?:authoris|capitalis|categoris|customis|initialis|maximis|minimis|normalis|optimis(?!m|t)|organis(?!m)|prioritis|realis(?!t|m)|recognis|serialis|specialis(?!t)|standardis|summaris|synchronis)\\w+',
    '-ize',
  ],
  ['(?:analys|catalys|paralys)(?:e|ed|er|ers|ing)', '-yze'],
  [
    '(?:cancell|channell|fuell|labell|levell|modell|signall|travell|tunnell)(?:ed|ing|er|ers)',
    'a single l',
  ],
  ['catalogues?', 'catalog'],
  ['grey(?:s|ed|ing)?', 'gray'],
  ['(?:acknowledge|judge)ments?', '-dgment'],
  ['(?:defence|licence|offence|pretence)s?', '-se'],
  ['(?:fulfil|enrol)(?:s|ments?)?', '-ll'],
  [
    'whilst|amongst|learnt|spelt|burnt|towards|artefacts?|ageing|programmes?|moulds?|sceptic\\w*|cheques?',
    'the American form',
  ],
];

export const replacedWords = words.map(([pattern, instead]) => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  instead,
}));

/** Words of exported names that should be a standard term, each with the term. */
export const replacedNameWords: ReadonlyMap<string, string> = new Map([
  ['asked', 'requested'],
  ['coming', 'pending, planned'],
  ['held', 'locked, current'],
  ['kept', 'saved, retained'],
  ['laid', 'created'],
  ['retro', 'review'],
  ['said', 'message'],
  ['seen', 'read, viewed'],
  ['shown', 'visible'],
  ['standing', 'current, status'],
  ['straggler', 'overdue'],
  ['stragglers', 'overdue'],
  ['told', 'reported, notified'],
  ['underway', 'active'],
  ['wish', 'request'],
  ['wishes', 'requests'],
]);

/**
 * Matches conventional identifiers, such as `lastSeenAt`, that are allowed although they contain a
 * word that the rules reject.
 */
export const standardNamePattern = /^(?:last|first)Seen/;
