import { createContext, useContext } from 'react';

/** Name of the signed-in user, which replaces 'me' in filters; `null` without a session. */
export const ViewerNameContext = createContext<string | null>(null);
export const useViewerName = (): string | null => useContext(ViewerNameContext);
