/** Load of a pool of database connections. */
export interface PoolLoad {
  pool: 'foreground' | 'background';
  most: number;
  inUse: number;
  /** Number of open, unused connections. */
  idle: number;
  /** Number of queries waiting for a connection. */
  waiting: number;
}
