import type {FailureKind} from '../../../contract/enums.ts';
import type {StepFailure} from '../../browser/frontend-job.ts';
import type {BrowserFacts, StepFacts} from '../browser-facts.ts';
import type {Finding} from '../facts.ts';
import type {Symptoms} from '../symptoms.ts';

/** Looks for one kind of cause. Null: nothing of what is known speaks for it. */
export type Rule = (symptoms: Symptoms) => Finding | null;

/** The failure of a plan at one of its steps. */
type BrowserSymptoms = {
	browser: BrowserFacts;
	step: StepFacts;
	failure: StepFailure;
	failureKind: FailureKind | null;
	/** The same step in the last passing run. */
	earlier: StepFacts | null;
	targetUrl: string | null;
};

/** Looks for one kind of cause of a failure in a browser. Null: nothing of what is known speaks for it. */
export type BrowserRule = (symptoms: BrowserSymptoms) => Finding | null;
