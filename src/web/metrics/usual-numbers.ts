/** Said where a definition's numbers are the default ones. */
export const usualNumbers = 'The settings could not be read; the numbers are the usual ones.';
