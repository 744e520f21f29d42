const google = 'https://accounts.google.com';

/**
 * Returns `true` for an issuer that names organizations in a claim (`hd`) that the account's holder
 * cannot choose. Only Google does.
 */
export const namesOrganizations = (issuer: string | undefined): boolean =>
  issuer === google || issuer === `${google}/`;
