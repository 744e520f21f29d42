/** Load of a pool of database connections. */
export interface PoolLoad {
  pool: 'foreground' | 'background';
  most: number;
  inUse: number;
  /** Number of open connections that are not in use. */
  idle: number;
  /** Number of queries waiting for a connection. */
  waiting: number;
}
