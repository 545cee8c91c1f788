import type { CommandName } from './commands.js';

/** One setting of the command. */
export interface Setting {
  /** Without the dashes. A secret has one only so that it can be refused by name. */
  readonly flag: string;
  readonly variable?: string;
  /** A `bare` flag stands alone. Secrets come from their variable, or from a file named by `<variable>_FILE`. */
  readonly kind: keyof Kinds;
  readonly commands: readonly CommandName[];
  readonly help: string;
  /** As it would be written in the environment. */
  readonly default?: string;
  /** The largest number. */
  readonly max?: number;
  /** True for a text that may hold a password: the value may then be in a file, as a secret may. */
  readonly mayHoldPassword?: true;
  /** The only words that a text may be. */
  readonly choices?: readonly string[];
}

interface Kinds {
  text: string;
  list: string[];
  number: number;
  switch: boolean;
  secret: string;
  secrets: string[];
  bare: boolean;
}

/** The type of a setting's value; undefined where it is not set and has no default. */
export type ValueOf<Row> =
  | (Row extends { default: string } ? never : undefined)
  | (Row extends { choices: readonly (infer Choice)[] }
      ? Choice
      : Row extends { kind: infer Kind extends keyof Kinds }
        ? Kinds[Kind]
        : never);

/** True for what may be in a file that `<variable>_FILE` names. */
export function mayBeInFile(setting: Setting): boolean {
  return isSecret(setting) || setting.mayHoldPassword === true;
}

/** True for what never is a flag, nor shown. */
export function isSecret({ kind }: Setting): boolean {
  return kind === 'secret' || kind === 'secrets';
}
