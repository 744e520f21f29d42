import { useEffect, useRef } from 'react';
import { isTextInput } from '#web/ui/is-text-input.ts';

const rowSelector = 'li[data-key]';

const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(rowSelector)];

/** Moves the focus to the row that takes the place of a row that disappeared with the focus. */
function useFocusOnNextRow(): void {
  const last = useRef<{ row: HTMLElement; place: number }>(undefined);
  useEffect(() => {
    function note({ target }: FocusEvent) {
      const row = target instanceof Element ? target.closest<HTMLElement>(rowSelector) : null;
      if (row !== null) last.current = { row, place: listRows().indexOf(row) };
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // Runs after each render, because any of them can remove the row.
  useEffect(() => {
    const { row, place } = last.current ?? {};
    if (row === undefined || place === undefined || row.isConnected) return;
    if (document.activeElement !== document.body) return;
    last.current = undefined;
    listRows()
      .slice(0, place + 1)
      .at(-1)
      ?.focus();
  });
}

function keyOfFocused(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>(rowSelector);
  return row?.dataset.key;
}

function step(by: 1 | -1): void {
  const rows = listRows();
  const at = rows.findIndex((row) => row.dataset.key === keyOfFocused());
  rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

/**
 * Keyboard shortcuts: j and k move the focus between rows, ? lists the shortcuts, other keys act on
 * the focused row. When a row disappears, the next one gets the focus. Disabled in inputs and
 * dialogs.
 */
export function useDayKeyboardShortcuts(
  act: (letter: string, key: string) => boolean,
  showKeys: () => void,
): void {
  useFocusOnNextRow();
  const current = useRef({ act, showKeys });
  useEffect(() => {
    current.current = { act, showKeys };
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextInput(event.target)
      )
        return;
      if (document.querySelector('[aria-modal="true"], [role="menu"]') !== null) return;
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        step(event.key === 'j' ? 1 : -1);
        return;
      }
      if (event.key === '?') {
        event.preventDefault();
        current.current.showKeys();
        return;
      }
      const key = keyOfFocused();
      if (key !== undefined && !event.repeat && current.current.act(event.key, key))
        event.preventDefault();
    }
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
