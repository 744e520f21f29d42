import { createContext, type ReactNode } from 'react';

/**
 * Returns the mark beside a customer's name on all pages, such as the badge of a leaving customer;
 * `null` without a mark.
 */
export const CustomerMarkContext = createContext<(institutionId: number) => ReactNode>(() => null);
