import type {Learning} from '../../store/plans/learning.ts';
import {confirmAnswered, learn} from './learn.ts';
import {leniencyOf} from './leniency.ts';
import {neededHelp} from './needed-help.ts';

/** Generated tests learn what the document leaves open, and note where it is wrong. */
export const learning: Learning = {leniencyOf, neededHelp, learn, confirmAnswered};
