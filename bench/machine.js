// @ts-check
import { cpus } from 'node:os';

/** What figures have to be read with: when they were taken, and on what. */
export const describeRun = () => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}`,
});
