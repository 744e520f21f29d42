import { useEffect, useRef } from 'react';
import { isTextInput } from '../is-text-input.ts';

interface KeyActions {
  move: (rows: 1 | -1) => void;
  open: () => void;
  select: () => void;
  search: () => void;
  help: () => void;
  menu: () => void;
  /** Runs the row action with this letter. Returns `false` when there is no such action. */
  act: (letter: string) => boolean;
}

/** Returns `true` for buttons, links and menus, which handle the Enter key themselves. */
const takesEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('button, a, summary, [role="menu"], [role="listbox"], [role="dialog"]') !== null;

const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null;

/**
 * Handles the list's keyboard shortcuts before the page's shortcuts. Does nothing while the user
 * types or a dialog is open.
 */
export function useListKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextInput(event.target)
      )
        return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const act = actionOf(event, current.current);
      if (
        act === undefined &&
        (event.repeat || isInLayer(event.target) || !current.current.act(event.key))
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      act?.();
    }
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  switch (event.key) {
    case 'j':
      return () => actions.move(1);
    case 'k':
      return () => actions.move(-1);
    case 'x':
      return actions.select;
    case 'f':
      return actions.search;
    case '?':
      return actions.help;
    case 'Enter':
      return takesEnter(event.target) ? undefined : actions.open;
    case 'ContextMenu':
      return actions.menu;
    case 'F10':
      return event.shiftKey ? actions.menu : undefined;
    default:
      return undefined;
  }
}
