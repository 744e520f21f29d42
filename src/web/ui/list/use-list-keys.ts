import { useEffect, useRef } from 'react';
import { takesText } from '../takes-text.ts';

interface KeyActions {
  move: (rows: 1 | -1) => void;
  open: () => void;
  select: () => void;
  search: () => void;
  help: () => void;
  menu: () => void;
  /** Carries out what the row’s letter stands for; false when the letter stands for nothing. */
  act: (letter: string) => boolean;
}

/** A button, a link or a menu has its own use for Enter. */
const takesEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary, [role="menu"], [role="listbox"], [role="dialog"]') !== null;

const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null;

/**
 * The list's keys, heard before the page's own. They rest while somebody writes
 * and while a dialog is open.
 */
export function useListKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const act = actionOf(event, current.current);
      if (act === undefined && (event.repeat || isInLayer(event.target) || !current.current.act(event.key))) return;
      event.preventDefault();
      event.stopPropagation();
      act?.();
    }
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
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
