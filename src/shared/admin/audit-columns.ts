import { type AuditAction, auditActionTexts } from '#shared/core/audit-actions.ts';
import { capitalize, countText } from '#shared/core/words.ts';
import { createValueRenamer, type ListColumn } from '#shared/list/column.ts';
import type { AuditEntry } from './audit.ts';

const wordsOf = (name: string): string => name.replaceAll('_', ' ').replace(/^api\b/, 'API');

const isAuditAction = (action: string): action is AuditAction => action in auditActionTexts;

/** Formats an action in words: 'Saved scoring rules' for `rules.save`. */
export const auditActionText = (action: string): string =>
  isAuditAction(action)
    ? auditActionTexts[action]
    : capitalize(wordsOf(action).replaceAll('.', ' '));

/** Returns the text with which earlier versions showed an action: 'Rules: save' for `rules.save`. */
function formerActionText(action: string): string {
  const [first = '', ...rest] = wordsOf(action).split('.');
  const words = [capitalize(first), ...rest];
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(' ')}: ${words.at(-1)}`;
}

const currentActionText = createValueRenamer(
  Object.fromEntries(
    Object.entries(auditActionTexts).map(([action, text]) => [formerActionText(action), text]),
  ),
);

/** Formats the type of an entry's object in words: 'API key', 'person'. */
export const auditObjectTypeText = (type: string): string =>
  type === 'app_user' ? 'person' : wordsOf(type);

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isBareId = (value: unknown): boolean => typeof value === 'string' && idPattern.test(value);

/** Returns the name of an entry's object; `null` when it has none. */
export const auditObjectName = ({
  objectName,
  objectId,
}: Pick<AuditEntry, 'objectName' | 'objectId'>): string | null =>
  objectName ?? (idPattern.test(objectId) ? null : objectId);

/** Formats the name of a detail in words: 'left out' for `leftOut`. */
const factName = (name: string): string =>
  name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Formats any stored value in words: 'yes', 'usage, practices', '3 items' for three ids. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.every(isBareId)
        ? countText(value.length, 'item')
        : value.map(valueText).join(value.some(isRecord) ? '; ' : ', ');
  if (!isRecord(value)) return String(value);
  const facts = Object.entries(value)
    .filter(([, fact]) => !isBareId(fact))
    .map(([name, fact]) => `${factName(name)} ${valueText(fact)}`);
  return facts.length === 0 ? 'none' : facts.join(', ');
}

/** Compares details so that lists, which may be long, come last. */
const byLength = (one: unknown, other: unknown): number =>
  Number(typeof one === 'object') - Number(typeof other === 'object');

/**
 * Describes the changes of an entry: 'role: member → admin'. If the values before or after are
 * missing, returns all details instead.
 */
export function auditEntryChanges({
  detail,
}: Pick<AuditEntry, 'detail'>): { name: string; before: string | null; after: string }[] {
  const { before, after, ...others } = detail;
  const rest = Object.entries(others)
    .filter(([, value]) => !isBareId(value))
    .toSorted(([, one], [, other]) => byLength(one, other))
    .map(([name, value]) => ({ name: factName(name), before: null, after: valueText(value) }));
  if (!isRecord(before) || !isRecord(after))
    return [...rest, ...single('before', before), ...single('after', after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => valueText(before[name]) !== valueText(after[name]));
  return [
    ...changed.map((name) => ({
      name: factName(name),
      before: valueText(before[name]),
      after: valueText(after[name]),
    })),
    ...rest,
  ];

  function single(name: string, value: unknown) {
    return value === undefined ? [] : [{ name, before: null, after: valueText(value) }];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changesText = (entry: AuditEntry): string =>
  auditEntryChanges(entry)
    .map(({ name, before, after }) => `${name}: ${before === null ? '' : `${before} → `}${after}`)
    .join('; ');

export const auditColumns: readonly ListColumn<AuditEntry>[] = [
  {
    key: 'action',
    label: 'Action',
    kind: 'option',
    value: ({ action }) => auditActionText(action),
    currentValue: currentActionText,
    isSearched: true,
    width: 170,
  },
  {
    key: 'actor',
    label: 'By',
    kind: 'option',
    value: ({ actor }) => actor,
    isPerson: true,
    isSearched: true,
    width: 150,
  },
  { key: 'on', label: 'Day', kind: 'date', value: ({ on }) => on, width: 120 },
  { key: 'time', label: 'Time', kind: 'text', value: ({ time }) => time, width: 75 },
  {
    key: 'object',
    label: 'Object',
    kind: 'option',
    value: ({ objectType }) => auditObjectTypeText(objectType),
    width: 120,
  },
  {
    key: 'objectName',
    label: 'Which',
    kind: 'text',
    value: auditObjectName,
    isSearched: true,
    width: 170,
  },
  {
    key: 'objectId',
    label: 'Object ID',
    kind: 'text',
    value: ({ objectId }) => objectId,
    isSearched: true,
    isHidden: true,
    width: 280,
  },
  {
    key: 'changes',
    label: 'Change',
    kind: 'text',
    value: changesText,
    isSearched: true,
    width: 320,
  },
  {
    key: 'address',
    label: 'IP address',
    kind: 'text',
    value: ({ address }) => address,
    isSearched: true,
    width: 120,
  },
  {
    key: 'requestId',
    label: 'Request',
    kind: 'text',
    value: ({ requestId }) => requestId,
    isSearched: true,
    isHidden: true,
    width: 280,
  },
  {
    key: 'email',
    label: 'Email',
    kind: 'text',
    value: ({ actorEmail }) => actorEmail,
    isSearched: true,
    isHidden: true,
  },
  {
    key: 'position',
    label: 'Number',
    kind: 'number',
    value: ({ position }) => position,
    isHidden: true,
  },
];
