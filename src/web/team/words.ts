import { countText } from '#shared/core/words.ts';
import type { MovableItem, MovableKind } from '#shared/team/reassign/reassign.ts';
import { movableKinds } from '#shared/team/reassign/reassign.ts';

const kindWords: Record<MovableKind, [one: string, many: string]> = {
  customer: ['customer', 'customers'],
  task: ['open task', 'open tasks'],
  risk: ['risk case', 'risk cases'],
  call: ['action item', 'action items'],
  prospect: ['prospect', 'prospects'],
  prospectTask: ['open task for a prospect', 'open tasks for prospects'],
};

export const movableKindNames: Record<MovableKind, string> = {
  customer: 'Customers',
  task: 'Open tasks',
  risk: 'Risk cases',
  call: 'Action items',
  prospect: 'Prospects',
  prospectTask: 'Open tasks for prospects',
};

/** Formats a count of a kind of work: '3 customers', '1 open task'. */
export const movableKindCountText = (kind: MovableKind, count: number): string =>
  countText(count, ...kindWords[kind]);

/** Formats counts by kind of work: '3 customers, 1 open task'. */
export const workCountText = (items: readonly Pick<MovableItem, 'kind'>[]): string =>
  movableKinds
    .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => movableKindCountText(kind, count))
    .join(', ');
