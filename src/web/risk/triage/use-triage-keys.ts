import { useEffect, useRef } from 'react';
import { type RiskOutcomeKind, riskOutcomeKinds } from '#shared/work/cases.ts';
import { isTextInput } from '#web/ui/is-text-input.ts';

interface KeyActions {
  outcome?: (outcome: RiskOutcomeKind) => void;
  skip?: () => void;
  back: () => void;
  note?: () => void;
}

/**
 * Registers the triage keys: 1–6 record an outcome, s skips, u undoes, n focuses the note. The keys
 * do nothing while a text field, a menu or another dialog has the focus.
 */
export function useTriageKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        event.defaultPrevented ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextInput(event.target)
      )
        return;
      if (document.querySelectorAll('[role="dialog"]').length > 1) return;
      const act = actionOf(event.key, current.current);
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf(key: string, actions: KeyActions): (() => void) | undefined {
  const outcome = riskOutcomeKinds[Number(key) - 1];
  if (outcome !== undefined) return actions.outcome && (() => actions.outcome?.(outcome));
  return { s: actions.skip, u: actions.back, n: actions.note }[key];
}
