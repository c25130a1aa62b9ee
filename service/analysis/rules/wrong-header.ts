import {excerpt} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** An assertion did not accept a header of the last answer, such as its media type or `Location`. */
export const wrongHeader: Rule = symptoms => {
	const {assertion, statement, run, status, nameOf, earlierOf} = symptoms;
	const [name, ...others] = statement?.headers ?? [];
	const call = run.calls.findLast(one => one.status !== null);
	if (!assertion || status || name === undefined || others.length > 0 || !call) return null;
	const value = responseHeader(call, name.toLowerCase());
	const earlier = earlierOf(call);
	const before = earlier && responseHeader(earlier, name.toLowerCase());
	const then =
		before && before !== value && isMissingOrType(name, value)
			? ` In the last passing run it was ${JSON.stringify(excerpt(before, 80))}.`
			: '';
	return {
		cause: `${nameOf(call)} answered ${call.status} ${
			value === null ? `without the header ${name}` : `with ${name} ${JSON.stringify(excerpt(value, 80))}`
		}${metTest(symptoms)}${then}`,
		fix: apiCode(symptoms, call, `look at how its handler sets the header ${name}.`),
		call,
	};
};

/** What a header names differs from run to run; that it is there, and its media type, do not. */
const isMissingOrType = (name: string, value: string | null): boolean => value === null || /^content-type$/i.test(name);
