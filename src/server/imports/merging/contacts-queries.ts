import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { ContactRow, StoredContact } from './contact-facts.ts';
import { type ContactMatchedByRows, matchContacts } from './contact-matching.ts';
import type { MergeCounts, MergeRowFilter, StagedImportRun } from './merge.ts';
import { emptyMergeCounts, mergeInInstitutionBatches } from './merge-pieces-sql.ts';

/** Merges the staged rows into contacts. Each row is matched by its strongest key. */
export const mergeContacts = (merge: StagedImportRun): Promise<void> =>
  mergeInInstitutionBatches('contact_staging', merge, mergePiece);

async function mergePiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  merge: StagedImportRun,
): Promise<MergeCounts> {
  const decided = decide(await readPiece(transaction, piece, merge), merge);
  if (merge.writes) await write(transaction, piece, merge, decided);
  const counts = { ...emptyMergeCounts, skipped: 0 };
  for (const { outcome, contact } of decided) {
    counts[outcome] += 1;
    counts.superseded += contact.rows - 1;
  }
  return counts;
}

interface Decided {
  institutionId: number;
  contact: ContactMatchedByRows;
  outcome: 'added' | 'changed' | 'unchanged' | 'skipped';
}

interface InstitutionPiece {
  institution_id: number;
  rows: ContactRow[];
  stored: StoredContact[];
}

const decide = (
  pieces: readonly InstitutionPiece[],
  { externalSource, takes }: StagedImportRun,
): Decided[] =>
  pieces.flatMap(({ institution_id: institutionId, rows, stored }) =>
    matchContacts(stored, rows, externalSource).map((contact) => ({
      institutionId,
      contact,
      outcome: outcomeOf(contact, takes),
    })),
  );

function outcomeOf(
  { stored, facts }: ContactMatchedByRows,
  takes: MergeRowFilter,
): Decided['outcome'] {
  if (stored === null) return takes.new ? 'added' : 'skipped';
  if (!takes.known) return 'skipped';
  const columns = ['source', 'id', 'name', 'role', 'email', 'phone'] as const;
  return columns.some((column) => stored[column] !== facts[column]) ? 'changed' : 'unchanged';
}

/** Reads the staged rows of a batch and the stored contacts, grouped by institution. */
async function readPiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  { writes }: StagedImportRun,
): Promise<InstitutionPiece[]> {
  const staged = await sql<ContactRow & { institution_id: number }>`
    select institution_id, line, external_id as id, name, role, email, phone from contact_staging where ${piece}
    order by institution_id, line`.execute(transaction);
  const contacts = await sql<StoredContact & { institution_id: number }>`
    select institution_id, contact_id as "contactId", external_source as source, external_id as id, name, role, email, phone
    from contact where institution_id in (select institution_id from contact_staging where ${piece})
    order by institution_id, contact_id ${writes ? sql`for update` : sql``}`.execute(transaction);
  const pieces = new Map<number, InstitutionPiece>();
  for (const { institution_id, ...row } of staged.rows) {
    const known = pieces.get(institution_id);
    if (known === undefined)
      pieces.set(institution_id, { institution_id, rows: [row], stored: [] });
    else known.rows.push(row);
  }
  for (const { institution_id, ...contact } of contacts.rows)
    pieces.get(institution_id)?.stored.push(contact);
  return [...pieces.values()];
}

async function write(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  { importId }: StagedImportRun,
  decided: readonly Decided[],
): Promise<void> {
  const written = decided
    .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
    .map(({ institutionId, contact: { stored, facts } }) => ({
      institution_id: institutionId,
      contact_id: stored?.contactId ?? null,
      ...{ external_source: facts.source, external_id: facts.id },
      ...{ name: facts.name, role: facts.role, email: facts.email, phone: facts.phone },
    }));
  await sql`
    with incoming as materialized (
      select * from jsonb_to_recordset(${storableJson(written)}::jsonb) as each (
        institution_id bigint, contact_id bigint, external_source text, external_id text, name text, role text, email text, phone text
      )
    ), merged as (
      delete from contact_staging where ${piece}
    ), added as (
      insert into contact (institution_id, external_source, external_id, name, role, email, phone)
      select institution_id, external_source, external_id, name, role, email, phone from incoming where contact_id is null
      returning *
    ), kept_added as (${recordWrittenRowsSql(importId, 'contact', 'added')}
    ), changed as (
      update contact c
      set external_source = i.external_source, external_id = i.external_id, name = i.name, role = i.role, email = i.email, phone = i.phone
      from incoming i where c.institution_id = i.institution_id and c.contact_id = i.contact_id
      returning c.*
    ), kept_changed as (${recordWrittenRowsSql(importId, 'contact', 'changed')}
    )
    select from incoming limit 0`.execute(transaction);
}
