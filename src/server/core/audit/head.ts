/** Position and hash of the newest entry of an audit log. */
export interface AuditHead {
  position: number;
  hash: string;
}
