/** Note for definitions shown with default numbers. */
export const defaultNumbersNote = 'Couldn’t load the settings, so the numbers are the defaults.';
