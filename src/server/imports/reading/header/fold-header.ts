/**
 * Returns a header without case, blanks and punctuation, for comparisons: "Zip_Code", "zipCode" and
 * "ZIP code:" are equal.
 */
export const normalizeHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll('organisation', 'organization');
