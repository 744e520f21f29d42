import type { NearWord, Outcome, TextAnswer } from '#shared/assistant/assistant.ts';
import { oneDecimalText } from '#shared/core/amount-words.ts';
import { dayInWords } from '#shared/core/words.ts';

/** Result of a question as printed by `npm run ask -- --json`. */
export interface OutcomeJson {
  question: string;
  /** 'answer' also stands for an answer in sentences. */
  kind: Exclude<Outcome['kind'], 'explain'>;
  reading: string | null;
  list: string | null;
  /** Filters and order in the format of the list's URL. */
  state: string | null;
  aggregate: unknown;
  groups: { labels: string[]; value: number | null; rows: number }[] | null;
  value: number | null;
  /** Shown rows: values by the key of the column. */
  rows: Record<string, string | number | boolean | null>[] | null;
  total: number | null;
  link: string | null;
  /** Corrected words, assumptions and rows left out. */
  notes: string[];
  unknownWords: string[];
  /** Known words near the unknown words. */
  near: NearWord[];
  options: { reading: string; result: string }[];
  reason: string | null;
  /** Answer in sentences, such as a definition; `null` otherwise. */
  text: string | null;
}

const nothing = {
  question: '',
  kind: 'refuse' as const,
  reading: null,
  list: null,
  state: null,
  aggregate: null,
  groups: null,
  value: null,
  rows: null,
  total: null,
  link: null,
  notes: [],
  unknownWords: [],
  near: [],
  options: [],
  reason: null,
  text: null,
};

export function outcomeToJson(question: string, outcome: Outcome): OutcomeJson {
  const { kind } = outcome;
  switch (kind) {
    case 'refuse':
      return {
        ...nothing,
        question,
        kind,
        reason: outcome.reason,
        unknownWords: outcome.unknownWords,
        near: outcome.near,
      };
    case 'ask':
      return {
        ...nothing,
        question,
        kind,
        reason: outcome.prompt,
        options: outcome.options.map(({ reading, result }) => ({ reading, result })),
      };
    case 'explain':
      return {
        ...nothing,
        question,
        kind: 'answer',
        reading: outcome.reading,
        link: outcome.link?.path ?? null,
        text: explanationLines(outcome).join('\n'),
      };
    case 'answer':
      return {
        ...nothing,
        question,
        kind,
        reading: outcome.reading,
        list: outcome.plan.list,
        state: outcome.plan.state,
        aggregate: outcome.plan.aggregate,
        groups: outcome.groups.map(({ labels, value, rows }) => ({ labels, value, rows })),
        value: outcome.value,
        rows: outcome.rows.map(({ cells }) =>
          Object.fromEntries(outcome.columns.map(({ key }, at) => [key, cells[at] ?? null])),
        ),
        total: outcome.total,
        link: outcome.link,
        notes: outcome.notes,
      };
  }
}

const explanationLines = ({ parts, weeks }: TextAnswer): string[] => [
  ...parts.flatMap(({ title, lines }) => [...(title === null ? [] : [title]), ...lines]),
  ...(weeks?.points ?? []).map(
    ({ weekEndDate, value }) =>
      `Week ending ${dayInWords(weekEndDate)}: ${value === null ? 'unknown' : `${oneDecimalText(value)}${weeks?.unit ?? ''}`}`,
  ),
];

/** Maximum number of rows that the text of an answer shows. */
const mostLines = 20;

/** Formats the result of a question for a terminal. */
export function formatOutcome(outcome: Outcome): string {
  if (outcome.kind === 'refuse')
    return [
      outcome.reason,
      ...outcome.near.map(
        ({ unknown, known }) => `Did you mean “${known}” instead of “${unknown}”?`,
      ),
    ].join('\n');
  if (outcome.kind === 'ask')
    return [
      outcome.prompt,
      ...outcome.options.map(({ reading, result }) => `  ${reading}: ${result}`),
    ].join('\n');
  if (outcome.kind === 'explain')
    return [
      outcome.reading,
      ...explanationLines(outcome),
      ...(outcome.link === null ? [] : [outcome.link.path]),
    ].join('\n');
  const groups = outcome.groups.map(
    ({ labels, valueText }) => `  ${labels.join(', ')}: ${valueText}`,
  );
  const rows =
    groups.length > 0 || outcome.plan.aggregate.kind !== 'rows'
      ? []
      : outcome.rows.map(({ texts }) => `  ${texts.join(' · ')}`);
  const lines = groups.length > 0 ? groups : rows;
  return [
    `${outcome.reading} · ${outcome.valueText ?? outcome.total}`,
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? [`  … ${lines.length - mostLines} more`] : []),
    ...outcome.notes,
    outcome.link,
  ].join('\n');
}
