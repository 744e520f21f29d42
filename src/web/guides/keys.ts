/** Each guide by the page, or the family of pages, that it explains. */
export type GuideKey = 'customer-health' | 'institution';
