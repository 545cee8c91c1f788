// @ts-check
import { cpus } from 'node:os';

/** Returns the context of the figures: when and on which machine they were measured. */
export const describeRun = () => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}`,
});
