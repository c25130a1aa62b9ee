import type {Finding} from '../facts.ts';
import type {Symptoms} from '../symptoms.ts';

/** Looks for one kind of cause. Null: nothing of what is known speaks for it. */
export type Rule = (symptoms: Symptoms) => Finding | null;
