const google = 'https://accounts.google.com';

/**
 * Returns `true` for an issuer that names the account's organization in a claim (`hd`) that the
 * user cannot choose. Only Google does this.
 */
export const hasOrganizationClaim = (issuer: string | undefined): boolean =>
  issuer === google || issuer === `${google}/`;
