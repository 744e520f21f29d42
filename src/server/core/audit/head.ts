/** Newest entry of a log. */
export interface AuditHead {
  position: number;
  hash: string;
}
