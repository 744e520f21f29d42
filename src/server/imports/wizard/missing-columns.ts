import { countText } from '#shared/core/words.ts';
import type { ImportPlan, MissingColumnQuestion } from '#shared/imports/wizard.ts';
import type { ByteChunks } from '../reading/file/encoding.ts';
import { findHeaderColumns } from '../reading/header/header.ts';
import { buildMappingFromColumnUses } from '../reading/header/uses.ts';
import { ImportRefused } from '../reading/import-error.ts';
import { findColumnCandidates } from './candidate-rules.ts';
import { readFileFirstRows } from './head.ts';

/** Number of leading rows whose content shows what a column is. */
const inspectedRows = 2_000;

/** Thrown when a file lacks the id or the name of its rows, and the user has to choose a column. */
export class ColumnMissingError extends ImportRefused {
  readonly question: MissingColumnQuestion;

  constructor(reason: string, question: MissingColumnQuestion) {
    super(reason);
    this.question = question;
  }
}

const idColumns = ['institutionId', 'locationId'];

/**
 * Throws `ColumnMissingError` for a file of practices or prospects without a name. Also throws it
 * for practices without an id, when another column could be the id and the user has not chosen to
 * import without ids.
 */
export async function requireIdAndName(plan: ImportPlan, input: ByteChunks): Promise<void> {
  const { kind, uses } = plan;
  if (kind !== 'practices' && kind !== 'prospects') return;
  const head = await readFileFirstRows(kind, input, inspectedRows);
  const { mapping, unused } = buildMappingFromColumnUses(kind, head.header, uses);
  const { columns, uses: found } = findHeaderColumns(kind, head.header, mapping, unused);
  const used = new Set(found.flatMap((use, place) => (use === null ? [] : [place])));
  const has = (...names: string[]) => names.some((name) => columns.includes(name));
  const candidatesFor = (missing: Parameters<typeof findColumnCandidates>[0]) =>
    findColumnCandidates(missing, head, used);
  const name = kind === 'prospects' ? 'prospectName' : 'name';
  if (!has(name, 'institutionName')) {
    const candidates = candidatesFor(name);
    // Without candidates, the import explains the shape of the header.
    if (candidates.length === 0) return;
    throw new ColumnMissingError(
      `No column is used as the name of a ${kind === 'prospects' ? 'prospect' : 'practice'}. ${countText(candidates.length, 'column')} of the file could be the name.`,
      { missingColumn: name, candidates, isRequired: true },
    );
  }
  if (kind === 'prospects' || plan.withoutIds || has(...idColumns)) return;
  const candidates = candidatesFor('institutionId');
  if (candidates.length === 0) return;
  throw new ColumnMissingError(
    `No column is used as the customer ID. Files of usage, contracts and contacts find their customers by this ID. ${countText(candidates.length, 'column')} of the file could be the ID, because every row has a different value.`,
    { missingColumn: 'institutionId', candidates, isRequired: false },
  );
}
