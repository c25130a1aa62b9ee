import {answered} from '../answer-text.ts';
import {endpointOf} from '../endpoint.ts';
import {valueText} from '../excerpt.ts';
import {data, testCode} from '../fix-target.ts';
import {lastName, pathText, places, requestJson} from '../json-body.ts';
import {metTest, thenAnswered} from '../phrases.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** 409: the request is at odds with what is there already, mostly a record with the same value. */
export const conflict: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (status?.status !== 409) return null;
	const {call} = status;
	const fixed = fixedValue(symptoms);
	const repeated = fixed ? ` The test always sends ${valueText(fixed.value)} as \`${fixed.name}\`.` : '';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${repeated}${thenAnswered(call, symptoms)}`,
		fix: fixed
			? testCode(symptoms, `make \`${fixed.name}\` different in each run, or delete the record at the end.`)
			: data(
					endpointOf(call),
					'A record that is there already stands against the request: look for what an earlier run left behind.',
				),
		call,
	};
};

/** A text of the request that the answer repeats, or that names something, and that the test's source has as a literal. */
function fixedValue({status, run}: Symptoms): {name: string; value: string} | null {
	if (!status || run.code === null) return null;
	const candidates: Array<{name: string; value: string; isNamed: boolean}> = [];
	for (const {path, value} of places(requestJson(status.call))) {
		if (typeof value !== 'string' || value.length < 3 || /pass|secret|token/i.test(pathText(path))) continue;
		if (!run.code.includes(`'${value}'`) && !run.code.includes(`"${value}"`)) continue;
		const name = lastName(path) ?? pathText(path);
		const body = status.call.responseBody ?? '';
		candidates.push({
			name,
			value,
			isNamed: body.includes(value) || new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(body),
		});
	}
	return candidates.find(({isNamed}) => isNamed) ?? null;
}
