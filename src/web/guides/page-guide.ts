import { createContext } from 'react';
import type { GuideEntry } from '#web/ui/guide/guide.ts';

/** The guide of the page that is shown, given by the frame. */
export const PageGuideContext = createContext<GuideEntry | undefined>(undefined);
