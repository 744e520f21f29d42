/** Position and hash of the newest entry of an audit log. */
export interface AuditLogHead {
  position: number;
  hash: string;
}
