import { createContext } from 'react';
import type { GuideKey } from './keys.ts';

/** The guide of the page that is shown. The frame says it, because a page that read the table of pages would be read by it. */
export const PageGuideContext = createContext<GuideKey | undefined>(undefined);
