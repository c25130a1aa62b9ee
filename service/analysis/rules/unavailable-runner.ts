import {excerpt} from '../excerpt.ts';
import {environment} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** The file never ran: the runner could not start it, or the service stopped twice meanwhile. */
export const unavailableRunner: Rule = ({run}) => {
	if (run.failureKind !== 'infra' || run.error === null) return null;
	return {
		cause: `The test could not be run to its end: ${excerpt(run.error, 300)}`,
		fix: environment(null, 'The machine of the service: `svc doctor` checks what the runner needs.'),
		call: null,
	};
};
