import { createContext } from 'react';
import type { PageGuideEntry } from '#web/ui/guide/guide.ts';

/** Guide of the current page, provided by the frame around the pages. */
export const PageGuideContext = createContext<PageGuideEntry | undefined>(undefined);
