import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {readStep} from '../../../source/plan-language/read-step.ts';

const ofSignIn = /\b(?:(?:log|sign)(?:\s*-)?\s*in|login|signin|password)\b/i;

/**
 * Whether a plan may begin signed in by what another one of its batch has done. One that is about signing in, by hand or as
 * somebody else, looks at the page as a stranger: only where the account of the project logs in first it may be in already.
 */
export function mayShareLogin(steps: readonly PlanFileStep[]): boolean {
	const first = steps.find(({description}) => ofSignIn.test(description));
	if (!first) return true;
	const read = readStep(first);
	const parts = 'readings' in read ? read.readings[0].parts : [];
	const [login] = parts.filter(({op}) => op === 'login');
	return login?.op === 'login' && login.username === null && login.password === null && !login.mayFail;
}
