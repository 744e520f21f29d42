import { isTextInput } from '../is-text-input.ts';

/** Row of the lists of keyboard shortcuts. */
export const undoKeyHint = [
  'z, Ctrl Z',
  'Undo the last change while its message is shown',
] as const;

interface Undoable {
  id: string;
  undo: () => void;
}

/** Changes whose message is shown, oldest first. */
const offered: Undoable[] = [];

const isUndoKey = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && !shiftKey && !altKey && !(ctrlKey && metaKey);

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || !isUndoKey(event) || isTextInput(event.target))
    return;
  const last = offered.at(-1);
  if (last === undefined) return;
  event.preventDefault();
  last.undo();
}

/** Lets the undo key undo a change. A change with the same id is replaced. */
export function offerUndoKey(change: Undoable): void {
  withdrawUndoKey(change.id);
  if (offered.length === 0) window.addEventListener('keydown', handleKey);
  offered.push(change);
}

/** Ends the offer of `offerUndoKey`, for example when the message closes. */
export function withdrawUndoKey(id: string): void {
  const place = offered.findIndex((change) => change.id === id);
  if (place === -1) return;
  offered.splice(place, 1);
  if (offered.length === 0) window.removeEventListener('keydown', handleKey);
}
