import type { KeyboardShortcut } from './guide.ts';

/** Keyboard shortcuts of every page. */
export const globalKeys: readonly KeyboardShortcut[] = [
  { keys: ['/'], does: 'Search for a customer, a prospect or a new practice' },
  { keys: ['Ctrl K'], does: 'Go to a page, an action or a customer' },
  { keys: ['z', 'Ctrl Z'], does: 'Undo the last change while its message is shown' },
  { keys: ['Esc'], does: 'Close the open window or menu' },
];

export const searchKeys: readonly KeyboardShortcut[] = [
  { keys: ['↓', '↑'], does: 'Move through search results' },
  { keys: ['Enter'], does: 'Open the highlighted result' },
];

/** Keyboard shortcuts of every list. */
export const listKeys: readonly KeyboardShortcut[] = [
  { keys: ['j', 'k'], does: 'Next and previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x'], does: 'Select or deselect the row' },
  { keys: ['f'], does: 'Search the list' },
  { keys: ['?'], does: 'Show shortcuts' },
];

/**
 * Keyboard shortcuts of the list of at-risk customers. They act on the selected rows, or on the
 * active row when no row is selected.
 */
export const atRiskRowKeys: readonly KeyboardShortcut[] = [
  { keys: ['a', 's', 'e'], does: 'Assign an owner, snooze, record an outcome' },
  { keys: ['n', 't'], does: 'Add a note, add a task' },
  { keys: ['Shift F10'], does: 'Open the row’s menu' },
];

/** Keyboard shortcuts of the triage of at-risk customers. */
export const triageKeys: readonly KeyboardShortcut[] = [
  { keys: ['1–6'], does: 'In triage: record an outcome' },
  { keys: ['n', 's', 'u'], does: 'In triage: write a note, skip, undo, go back' },
];
