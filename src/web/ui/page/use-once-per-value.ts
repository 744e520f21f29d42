import { useEffect, useRef } from 'react';

/**
 * Calls `act` once for each new value of a URL parameter. `null` means that the parameter is
 * missing.
 */
export function useOncePerValue(value: string | null, act: (value: string) => void): void {
  const last = useRef<string>(null);
  useEffect(() => {
    // React runs effects twice in development.
    if (value === last.current) return;
    last.current = value;
    if (value !== null) act(value);
  });
}
