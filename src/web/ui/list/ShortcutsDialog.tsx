import { KeyListDialog } from '../dialog/KeyListDialog.tsx';
import { undoKeyHint } from '../sending/undo-key.ts';
import type { RowAction } from './row-actions.ts';

const menuKey = ['Shift F10', 'Open the row’s menu'] as const;
const keys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select or deselect the row'],
  ['f', 'Search this list'],
  ['/', 'Search everywhere'],
  ['Ctrl K', 'Go to a page, an action or a customer'],
  [
    'Shift click',
    'On a heading: also sort by that column. On a checkbox: select all rows in between',
  ],
  ['Ctrl click', 'On a row: open its overview in a new tab'],
  undoKeyHint,
  ['?', 'Show shortcuts'],
] as const;

interface Properties {
  /** Actions of a row with their keyboard shortcuts. */
  rowActions: readonly Pick<RowAction<never>, 'shortcut' | 'label'>[];
  onClose: () => void;
}

/** Dialog with the keyboard shortcuts of a list. */
export function ShortcutsDialog({ rowActions, onClose }: Properties) {
  const ofRows =
    rowActions.length === 0
      ? []
      : [...rowActions.map(({ shortcut, label }) => [shortcut, label] as const), menuKey];
  return <KeyListDialog keys={[...keys, ...ofRows]} onClose={onClose} />;
}
