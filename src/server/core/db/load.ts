/** How much of a database's connections is in use. */
export interface PoolLoad {
  pool: 'foreground' | 'background';
  most: number;
  inUse: number;
  /** Open and used by nobody. */
  idle: number;
  /** How many wait for one. */
  waiting: number;
}
