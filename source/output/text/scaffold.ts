import type {PlanFile} from '../../../contract/plan-file.ts';
import type {TestType} from '../../../contract/enums.ts';
import {clean} from '../clean.ts';
import type {Look} from '../look.ts';

/** What JSON shows: the plan; the code; or where it was written. */
export type Scaffold = PlanFile | {type: 'backend'; language: 'python'; code: string} | {out: string; type: TestType};

/** The file as it would be written, so that redirecting it makes a usable one. A terminal gets it cleaned. */
export const scaffold = (_: Scaffold, look: Look, {file}: {file: string}): string =>
	look.isTerminal ? clean(file) : file;
