import { useSearchParams } from 'react-router';

/**
 * Returns whether the user accepts the warning of the check, and a function that changes it. The
 * URL keeps it. A new check must reset it, because its warning may be a different one.
 */
export function useAcceptance(): [boolean, (isAccepted: boolean) => void] {
  const [parameters, setParameters] = useSearchParams();
  const isAccepted = parameters.has('accept');
  const setAccepted = (isNowAccepted: boolean) => {
    if (isNowAccepted === isAccepted) return;
    setParameters(
      (before) => {
        if (isNowAccepted) before.set('accept', 'yes');
        else before.delete('accept');
        return before;
      },
      { replace: true },
    );
  };
  return [isAccepted, setAccepted];
}
