/** Cell that serves as evidence in a message. */
export interface CellExample {
  value: string;
  /** Line number in the file; the header is line 1. */
  line: number;
}

/** Returns an example in words, such as "1.204 (line 3)". */
export const cellExampleText = ({ value, line }: CellExample): string => `${value} (line ${line})`;
