import { type RawBuilder, sql } from 'kysely';

const typographic =
  '\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201a\u201b\u2032\u2035\u201c\u201d\u201e\u201f\u2033\u2036\u2010\u2011\u2012\u2013\u2014\u2015\u2212';
const plain = `${"'".repeat(10)}${'"'.repeat(6)}${'-'.repeat(7)}`;
const unseen = '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]';

/** Returns SQL that folds a text like `foldText`, for names and notes in Latin script. */
export const foldedTextSql = (text: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(lower(normalize(translate(${text}, ${typographic}, ${plain}), nfkd)), ${unseen}, '', 'g')`;
