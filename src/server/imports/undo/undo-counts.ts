import { maxListedRetainedRows, type UndoReport } from '#shared/imports/undo.ts';

export const emptyUndoReport: UndoReport = { removed: 0, restored: 0, kept: 0, keptRows: [] };

export const addUndoReports = (one: UndoReport, other: UndoReport): UndoReport => ({
  removed: one.removed + other.removed,
  restored: one.restored + other.restored,
  kept: one.kept + other.kept,
  keptRows: [...one.keptRows, ...other.keptRows].slice(0, maxListedRetainedRows),
});
