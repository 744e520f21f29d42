import type { Insertable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { instantOf } from './crm.ts';

const texts: readonly [category: string, title: string, body: string][] = [];
export const demoArticles = (today: string): Insertable<Schema['article']>[] =>
  texts.map(([category, title, body], index) => ({ article_id: index + 1, title, body, category, updated_at: instantOf(today) }));
