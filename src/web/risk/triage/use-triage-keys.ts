import { useEffect, useRef } from 'react';
import { type RiskOutcomeKind, riskOutcomes } from '#shared/work/cases.ts';
import { takesText } from '#web/ui/takes-text.ts';

interface KeyActions {
  outcome?: (outcome: RiskOutcomeKind) => void;
  skip?: () => void;
  back: () => void;
  note?: () => void;
}

/** 1 to 6 give an outcome, s skips, u undoes and goes back, n writes. They rest while somebody writes or has a menu or another dialog open. */
export function useTriageKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      if (document.querySelectorAll('[role="dialog"]').length > 1) return;
      const act = actionOf(event.key, current.current);
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function actionOf(key: string, actions: KeyActions): (() => void) | undefined {
  const outcome = riskOutcomes[Number(key) - 1];
  if (outcome !== undefined) return actions.outcome && (() => actions.outcome?.(outcome));
  return { s: actions.skip, u: actions.back, n: actions.note }[key];
}
