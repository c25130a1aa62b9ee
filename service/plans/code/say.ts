import type {Template} from './expression.ts';

/** Writes one assertion: its condition, its usual message, and what stands for `{expected}` and `{actual}` in one's own. */
export type Say = (condition: string, usual: Template, expected?: Template, actual?: Template) => void;
