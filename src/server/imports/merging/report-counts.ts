import type { ImportReport } from '#shared/imports/report.ts';
import type { MergeCounts } from './merge.ts';
import { ownerNotes } from './owner-rules.ts';
import { practiceImportNotes } from './practice-notes.ts';

/** Returns the report with the counts of a batch added and with the notes for the new totals. */
export function addReportCounts(
  report: ImportReport,
  { practices = { undated: 0, newcomers: 0, moved: 0 }, ...counts }: MergeCounts,
): ImportReport {
  const practiceTotals = {
    undated: report.undated + practices.undated,
    newcomers: report.newcomers + practices.newcomers,
    moved: report.moved + practices.moved,
  };
  return {
    ...report,
    ...practiceTotals,
    added: report.added + counts.added,
    changed: report.changed + counts.changed,
    unchanged: report.unchanged + counts.unchanged,
    superseded: report.superseded + counts.superseded,
    skipped: report.skipped + (counts.skipped ?? 0),
    notes: [...practiceImportNotes(practiceTotals), ...ownerNotes(report.owners)],
  };
}
