import { useSearchParams } from 'react-router';

/**
 * Returns the URL parameters and a function that changes some of them. A `null` value removes a
 * parameter.
 */
export function useUrlParameters() {
  const [parameters, setParameters] = useSearchParams();
  const change = (
    values: Record<string, string | null>,
    { replace = false }: { replace?: boolean } = {},
  ) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace, preventScrollReset: true },
    );
  return { parameters, change };
}
