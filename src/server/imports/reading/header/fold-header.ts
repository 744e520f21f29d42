/** Returns a header for comparing, without case, blanks and punctuation: "Zip_Code", "zipCode" and "ZIP code:" are one header. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll('organisation', 'organization');
