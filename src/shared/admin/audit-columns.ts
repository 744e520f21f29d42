import type { ListColumn } from '#shared/list/column.ts';
import type { AuditEntry } from './audit.ts';

/** `rules.save` as people read it: "Rules: save". */
export function actionInWords(action: string): string {
  const [first = '', ...rest] = action.replaceAll('_', ' ').split('.');
  const words = [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(' ')}: ${words.at(-1)}`;
}

const wordsOf = (type: string): string => type.replaceAll('_', ' ');

/** What changed, such as "role: member → admin"; without a before and after, whatever the entry says. */
export function changesOf({ detail }: Pick<AuditEntry, 'detail'>): { name: string; before: string | null; after: string }[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));
  const { before, after, ...others } = detail;
  const rest = Object.entries(others).map(([name, value]) => ({ name, before: null, after: text(value) }));
  if (!isRecord(before) || !isRecord(after)) return [...rest, ...single('before', before), ...single('after', after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => text(before[name]) !== text(after[name]));
  return [...changed.map((name) => ({ name, before: text(before[name]), after: text(after[name]) })), ...rest];

  function single(name: string, value: unknown) {
    return value === undefined ? [] : [{ name, before: null, after: text(value) }];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const changesText = (entry: AuditEntry): string =>
  changesOf(entry)
    .map(({ name, before, after }) => `${name}: ${before === null ? '' : `${before} → `}${after}`)
    .join('; ');

export const auditColumns: readonly ListColumn<AuditEntry>[] = [
  { key: 'action', label: 'Action', kind: 'option', value: ({ action }) => actionInWords(action), isSearched: true, width: 200 },
  { key: 'actor', label: 'By', kind: 'option', value: ({ actor }) => actor, isPerson: true, isSearched: true, width: 160 },
  { key: 'on', label: 'Day', kind: 'date', value: ({ on }) => on, width: 130 },
  { key: 'time', label: 'Time', kind: 'text', value: ({ time }) => time, width: 80 },
  { key: 'object', label: 'What', kind: 'option', value: ({ objectType }) => wordsOf(objectType), width: 150 },
  { key: 'objectId', label: 'Which', kind: 'text', value: ({ objectId }) => objectId, isSearched: true, width: 180 },
  { key: 'changes', label: 'Change', kind: 'text', value: changesText, isSearched: true, width: 360 },
  { key: 'address', label: 'From address', kind: 'text', value: ({ address }) => address, isSearched: true },
  { key: 'requestId', label: 'Request', kind: 'text', value: ({ requestId }) => requestId, isSearched: true, isHidden: true, width: 280 },
  { key: 'email', label: 'E-mail', kind: 'text', value: ({ actorEmail }) => actorEmail, isSearched: true, isHidden: true },
  { key: 'position', label: 'Number', kind: 'number', value: ({ position }) => position, isHidden: true },
];
