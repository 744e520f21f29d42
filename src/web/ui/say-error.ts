/** What a person is told: the server’s text without its status. */
export const sayError = (error: Error): string => error.message.replace(/^\d{3}: /, '');
