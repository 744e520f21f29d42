import { createContext, useContext } from 'react';

/** The name of whoever looks, for lists that say 'me'; null outside of a session. */
export const ViewerName = createContext<string | null>(null);
export const useViewerName = (): string | null => useContext(ViewerName);
